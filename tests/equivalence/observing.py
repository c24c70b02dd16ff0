"""What a program does, and what it leaves behind.

Runs in a fork of its own (warm.py), so that whatever a program changes ends with it.
What a machine decides (the clock, addresses) is replaced by something that is the same
in each run and that a fix may not change all the same:

* the clock moves when a module runs, further while a graph is made, so a program that
  measures the time of its forward pass shows what a fix does to the measurement;
* a figure that is saved or shown prints what it shows instead of being drawn; who sees a
  window closes it, so a figure that was shown is closed.
"""

import ast
import contextlib
import io
import json
import os
import random
import sys
import threading
import time
import traceback
import types

import numpy
import state
import torch
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

OUTPUT_CHARACTERS = 200_000


class Clock:
    def __init__(self):
        self.now = 1_000_000.0

    def read(self):
        return state.Reading(self.now)

    def move_by_modules(self):
        run = torch.nn.Module.__call__
        clock = self

        def timed(module, *inputs, **named):
            clock.now += 0.5 if torch.is_grad_enabled() else 0.25
            return run(module, *inputs, **named)

        torch.nn.Module.__call__ = timed


def replace_clock():
    clock = Clock()
    clock.move_by_modules()
    for name in ("time", "perf_counter", "monotonic", "process_time"):
        setattr(time, name, clock.read)


def replace_drawing():
    def save(figure, name, *_, **__):
        target = name if isinstance(name, str) else type(name).__name__
        print("saved", target, state.picture(figure))

    def show(*_, **__):
        for number in plt.get_fignums():
            print("shown", number, state.picture(plt.figure(number)))
        plt.close("all")

    Figure.savefig = save
    plt.show = show
    Figure.show = lambda figure, *_, **__: print("shown", state.picture(figure))


def module_for(entry):
    main = types.ModuleType("__main__")
    main.__file__ = os.path.abspath(entry)
    sys.modules["__main__"] = main
    sys.argv = [entry]
    sys.path.insert(0, os.path.dirname(main.__file__))
    return main


def run_script(path, names):
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)


def run_cell(source, number, names):
    """As IPython does: the value of the last expression is shown and kept, but for `;`."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), names)
    if last is None:
        return
    value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    if value is not None and not source.rstrip().endswith(";"):
        names["_"] = value
        names["Out"][number] = value
        print(f"Out[{number}]: {value!r}".replace("\n", " "))


def run_notebook(path, names):
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    names["Out"] = {}
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for number, source in enumerate(code, start=1):
        run_cell(source, number, names)


def place_of(error):
    frames = traceback.extract_tb(error.__traceback__)
    return [frame.name for frame in frames if os.sep + "observing.py" not in frame.filename]


def run(entry, names):
    """The exception that ends the program, or None."""
    start = run_notebook if entry.endswith(".ipynb") else run_script
    try:
        start(entry, names)
    except SystemExit as stop:
        return {"type": "SystemExit", "message": str(stop.code)}
    except BaseException as error:  # a program may raise anything
        return {"type": type(error).__name__, "message": str(error), "place": place_of(error)}
    return None


def observe(entry, probe):
    replace_clock()
    replace_drawing()
    torch.manual_seed(0)
    random.seed(0)
    numpy.random.seed(0)
    main = module_for(entry)
    threads, descriptors = threading.active_count(), state.descriptors()
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        error = run(entry, main.__dict__)
        observed = state.of_process(main.__dict__, threads, descriptors)
        later = state.after_one_more_step(main.__dict__, probe)
    return {
        "output": output.getvalue()[:OUTPUT_CHARACTERS],
        "error": error,
        "warnings": errors.getvalue()[:OUTPUT_CHARACTERS],
        "later": later,
        **observed,
    }
