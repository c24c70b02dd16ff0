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
    files           in the folder that the program runs in
    instances:NAME  objects alive whose class is called NAME
    gradient        the size of the gradients of all parameters that are alive
    calls:NAME      of functions of that name, so far
    lines           of the program that ran, so far

The samples, a JSON list, go to a file. Where nothing else is sampled, and of calls and lines in
any case, one is taken when the program ends. Before each, the collector runs, but for "uncollected-…", where what waits for the collector is the point.

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


def size_of_gradients():
    torch = sys.modules["torch"]
    parameters = [found for found in gc.get_objects() if type(found) is torch.nn.Parameter]
    return sum(float(p.grad.norm()) for p in parameters if p.grad is not None)


class Counter:
    """Counts calls of functions of one name, or lines of one file."""

    def __init__(self, measure, program):
        self.count = 0
        self.name = measure.partition(":")[2]
        self.program = program
        if measure.startswith("calls:"):
            sys.setprofile(self.on_call)
        if measure == "lines":
            sys.settrace(self.on_line)

    def on_call(self, frame, event, function):
        if event == "c_call":
            self.count += function.__name__ == self.name
        elif event == "call":
            self.count += frame.f_code.co_name == self.name

    def on_line(self, frame, event, _):
        if frame.f_code.co_filename != self.program:
            return None
        self.count += event == "line"
        return self.on_line


def value_of(measure, counter):
    if measure.startswith("instances:"):
        return len(objects_of(measure.partition(":")[2]))
    if measure == "lines" or measure.startswith("calls:"):
        return counter.count
    return {
        "bytes": allocated_bytes,
        "graphs": lambda: len(tensors_with_graph()),
        "figures": lambda: len(sys.modules["matplotlib.pyplot"].get_fignums()),
        "hooks": registered_hooks,
        "gradient": size_of_gradients,
        "files": lambda: len(os.listdir()),
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
    counter = Counter(measure, program)

    def sample():
        if collects:
            gc.collect()
        samples.append(value_of(measure, counter))

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
    if not samples or measure == "lines" or measure.startswith("calls:"):
        sample()
    sys.setprofile(None)
    sys.settrace(None)
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
