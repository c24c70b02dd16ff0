"""Do the libraries of `leaves_code_alone` leave the code of others alone?

libraries.py TABLE: imports those that are installed, in processes of their own, and compares
what the names of PyTorch, NumPy, matplotlib and the builtins stand for before and after. Those
that are not installed are listed, as nothing is known of them from here.
"""

import json
import os
import re
import sys
import types
import warnings
from importlib.util import find_spec

# To import these says or does something by itself.
UNFIT = {"this", "antigravity", "idlelib", "turtle", "tkinter", "pylab", "pip"}
ALONE = "leaves all alone"


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


def imported(package):
    try:
        __import__(package)
    except BaseException as error:  # some need a display, or a newer library
        return f"cannot be imported ({type(error).__name__})"
    return ALONE


def replaced(before):
    after = functions()
    return sorted(name for name, value in before.items() if after.get(name) is not value)


def in_a_process(packages, before):
    """What is said of each, and what they have replaced together; None when the process ended."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        told = {package: imported(package) for package in packages}
        with os.fdopen(writer, "w") as pipe:
            json.dump([told, replaced(before)[:5]], pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else None


def look_at(packages, before):
    """All together, as comparing takes longer than importing; in halves where there is more to
    say than that they leave all alone."""
    answer = in_a_process(packages, before)
    if answer is not None and not answer[1]:
        return answer[0]
    if len(packages) == 1:
        what = f"REPLACES {' '.join(answer[1])}" if answer else "ended the process"
        return {packages[0]: what}
    half = len(packages) // 2
    return look_at(packages[:half], before) | look_at(packages[half:], before)


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
    told = look_at([one for one in listed if is_installed(one)], before)
    for package, what in told.items():
        if what != ALONE:
            print(f"{package}: {what}")
    alone = sum(what == ALONE for what in told.values())
    print(f"{len(listed)} listed, {len(told)} installed, {alone} imported, {len(before)} functions")
    return 1 if alone == 0 or any("REPLACES" in what for what in told.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
