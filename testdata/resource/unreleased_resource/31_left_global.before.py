# A global that a function binds keeps it.
import tempfile

folder = None


def start(render, text):
    global folder
    folder = tempfile.mkdtemp()
    render(text)
