# Every way leads through the finally clause.
import shutil
import tempfile


def compiles(compiler, text):
    folder = None
    try:
        folder = tempfile.mkdtemp()
        compiler(text, folder)
        return True
    except ValueError:
        return False
    finally:
        if folder is not None:
            shutil.rmtree(folder)
