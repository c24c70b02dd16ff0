# The value is computed before the file goes.
import tempfile


def convert(text, render):
    file = tempfile.NamedTemporaryFile(delete=False)  # expect: unreleased-resource[unsafe]
    if not text:
        return None
    render(text, file.name)
    return render.read(file.name)
