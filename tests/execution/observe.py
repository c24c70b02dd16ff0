"""Runs a program and measures it at each of its comments "# sample".

    python3 observe.py PROGRAM MEASURE SAMPLES

The comment is a comment to mlfix, so what is measured is code as people write
it; here, and only here, it becomes a call. MEASURE says what is sampled:

    bytes           that malloc has handed out (mallinfo2; the resident set
                    misleads, because small blocks pin the pages of freed ones)
    graphs          tensors alive that carry a computation graph
    figures         that pyplot keeps
    hooks           registered on modules that are alive
    threads         of the process
    instances:NAME  objects alive whose class is called NAME

The samples, a JSON list, go to the file SAMPLES. Before each, the collector
runs, but for "uncollected-…", where what waits for the collector is the point.

A notebook runs cell by cell in IPython's shell, which keeps what cells show.
"""

import ctypes
import gc
import json
import os
import re
import sys


class MallInfo2(ctypes.Structure):
    NAMES = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in NAMES.split()]


def allocated_bytes():
    read = ctypes.CDLL(None).mallinfo2
    read.restype = MallInfo2
    info = read()
    return info.uordblks + info.hblkhd


def objects_of(class_name):
    return [found for found in gc.get_objects() if type(found).__name__ == class_name]


def tensors_with_graph():
    torch = sys.modules["torch"]
    return [found for found in gc.get_objects() if type(found) is torch.Tensor and found.grad_fn]


def registered_hooks():
    torch = sys.modules["torch"]
    modules = [found for found in gc.get_objects() if isinstance(found, torch.nn.Module)]
    kinds = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks")
    return sum(len(getattr(module, kind)) for module in modules for kind in kinds)


def value_of(measure):
    if measure.startswith("instances:"):
        return len(objects_of(measure.partition(":")[2]))
    return {
        "bytes": allocated_bytes,
        "graphs": lambda: len(tensors_with_graph()),
        "figures": lambda: len(sys.modules["matplotlib.pyplot"].get_fignums()),
        "hooks": registered_hooks,
        "threads": lambda: len(os.listdir("/proc/self/task")),
    }[measure]()


def with_samples(source):
    return re.sub(r"^([ \t]*)# sample$", r"\1__sample__()", source, flags=re.MULTILINE)


def run_cells(cells, names):
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    shell.push(names)
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        done = shell.run_cell(with_samples("".join(cell["source"])), store_history=True)
        done.raise_error()


def main():
    program, measure, output = sys.argv[1:]
    collects = not measure.startswith("uncollected-")
    measure = measure.removeprefix("uncollected-")
    samples = []

    def sample():
        if collects:
            gc.collect()
        samples.append(value_of(measure))

    with open(program, encoding="utf-8") as file:
        text = file.read()
    if not collects:
        gc.disable()
    sys.argv = [program]
    sys.path[0] = os.path.dirname(os.path.abspath(program))
    names = {"__name__": "__main__", "__file__": program, "__sample__": sample}
    if program.endswith(".ipynb"):
        run_cells(json.loads(text)["cells"], names)
    else:
        exec(compile(with_samples(text), program, "exec"), names)
    with open(output, "w", encoding="utf-8") as file:
        json.dump(samples, file)


if __name__ == "__main__":
    main()
