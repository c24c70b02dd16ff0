# Removed, in any spelling.
import os
import shutil
import tempfile
from pathlib import Path


def convert(texts, render):
    for text in texts:
        folder = tempfile.mkdtemp()
        render(text, folder)
        shutil.rmtree(folder)
        with tempfile.NamedTemporaryFile(delete=False) as file:
            render(text, file.name)
        os.unlink(file.name)
        with tempfile.NamedTemporaryFile(delete=False) as other:
            render(text, other.name)
        Path(other.name).unlink()
