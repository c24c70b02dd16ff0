# A function of the file that removes it.
import shutil
import tempfile


def drop(folder):
    shutil.rmtree(folder, ignore_errors=True)


def convert(texts, render):
    for text in texts:
        folder = tempfile.mkdtemp()
        render(text, folder)
        drop(folder)
