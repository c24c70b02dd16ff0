# A module goes on with its file.
import importlib.util
import tempfile


def module_of(text, name):
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(name, file.name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
