"""Do the libraries of `leaves_code_alone` leave the code of others alone?

libraries.py TABLE: imports those that are installed, each in a process of its own, and compares
what the names of PyTorch, NumPy, matplotlib and the builtins stand for before and after. Those
that are not installed are listed, as nothing is known of them from here.
"""

import os
import re
import sys
import types
import warnings
from importlib.util import find_spec

# To import these says or does something by itself.
UNFIT = {"this", "antigravity", "idlelib", "turtle", "tkinter", "pylab", "pip"}


def packages(table):
    words = table.read().split("leaves_code_alone:")[1].split()
    return [word for word in words if re.fullmatch(r"\w+", word) and word not in UNFIT]


def functions():
    """What may be replaced, by the name that it has: the names of public modules and classes."""
    found = {}
    tops = ("torch", "numpy", "matplotlib", "builtins")
    modules = [name for name in sys.modules if name.split(".")[0] in tops and "._" not in name]
    for module_name in modules:
        for name, value in list(vars(sys.modules[module_name]).items()):
            if callable(value):
                found[f"{module_name}.{name}"] = value
            if isinstance(value, type) and value.__module__.split(".")[0] == "torch":
                for method, code in list(vars(value).items()):
                    if isinstance(code, types.FunctionType | types.MethodDescriptorType):
                        found[f"{module_name}.{name}.{method}"] = code
    return found


def replaced_by(package, before):
    try:
        __import__(package)
    except BaseException as error:  # some need a display, or a newer library
        return f"cannot be imported ({type(error).__name__})"
    after = functions()
    changed = [name for name, value in before.items() if after.get(name) is not value]
    return f"REPLACES {' '.join(sorted(changed)[:5])}" if changed else "leaves all alone"


def in_a_process(package, before):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.write(writer, replaced_by(package, before).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return told or "ended the process"


def is_installed(package):
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def main(path):
    warnings.simplefilter("ignore")
    try:
        import matplotlib.pyplot  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        print(f"not run: {error}")
        return 77

    with open(path, encoding="utf-8") as table:
        listed = packages(table)
    before = functions()
    told = {one: in_a_process(one, before) for one in listed if is_installed(one)}
    for package, what in told.items():
        if what != "leaves all alone":
            print(f"{package}: {what}")
    alone = sum(what == "leaves all alone" for what in told.values())
    print(f"{len(listed)} listed, {len(told)} installed, {alone} imported, {len(before)} functions")
    return 1 if alone == 0 or any("REPLACES" in what for what in told.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
