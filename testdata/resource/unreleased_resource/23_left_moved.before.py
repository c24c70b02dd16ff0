# The file goes where it is wanted.
import os
import tempfile


def save(text, path):
    with tempfile.NamedTemporaryFile("w", delete=False) as file:
        file.write(text)
    os.replace(file.name, path)
