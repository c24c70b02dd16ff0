# Handed to what removes it later.
import atexit
import shutil
import tempfile


def convert(text, render, cleanup_later):
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    render(text, folder)
    other = tempfile.mkdtemp()
    cleanup_later(other)
    render(text, other)
