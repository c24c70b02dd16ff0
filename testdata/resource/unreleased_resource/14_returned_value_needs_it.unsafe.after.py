# The value is computed before the file goes.
import tempfile
import os


def convert(text, render):
    file = tempfile.NamedTemporaryFile(delete=False)  # expect: unreleased-resource[unsafe]
    if not text:
        os.remove(file.name)
        return None
    render(text, file.name)
    result = render.read(file.name)
    os.remove(file.name)
    return result
