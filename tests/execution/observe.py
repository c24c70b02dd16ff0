"""Runs programs and measures them at each of their comments "# sample".

Reads a request a line, a JSON object with program, measure, samples, folder, out
and err, and answers each with a line: the exit status. A program runs in a fork
of this process, in the folder, with its output in the files out and err. The
fork has PyTorch imported already, which takes most of the time of a small program.

The comment is a comment to mlfix, so what is measured is code as people write
it; here, and only here, it becomes a call. The measure says what is sampled:

    bytes           that malloc has handed out (mallinfo2; the resident set
                    misleads, because small blocks pin the pages of freed ones)
    graphs          tensors alive that carry a computation graph
    figures         that pyplot keeps
    hooks           registered on modules that are alive
    threads         of the process
    instances:NAME  objects alive whose class is called NAME

The samples, a JSON list, go to a file. Before each, the collector
runs, but for "uncollected-…", where what waits for the collector is the point.

A notebook runs cell by cell in IPython's shell, which keeps what cells show.
"""

import ctypes
import gc
import json
import os
import re
import signal
import sys

SECONDS = 300


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


def run(program, measure, output):
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


def run_in_child(request):
    signal.alarm(SECONDS)
    for descriptor, name in ((0, os.devnull), (1, request["out"]), (2, request["err"])):
        flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open(name, flags, 0o600), descriptor)
    os.chdir(request["folder"])
    run(request["program"], request["measure"], request["samples"])


def main():
    try:
        import torch  # noqa: F401
    except ImportError:
        pass
    gc.freeze()  # so that a program's samples look at its own objects only
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            run_in_child(json.loads(line))
            return
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
