# The name may mean a folder that is to stay.
import tempfile


def save(result, state):
    if state.good:
        folder = "results"
    else:
        folder = tempfile.mkdtemp()
    result.write(folder)
