"""The state a program leaves behind, as plain values that two runs can be compared by.

Keys of the result: `values` (every name of the main module, and what hangs on it),
`leaves` (parameters and other leaves: whether they require gradients, and what these
are), `modes`, `random`, and counts of what is open: `figures`, `hooks`, `groups`,
`threads`, `descriptors`. `later` is what one more training step of each module would do.
"""

import hashlib
import os
import random
import threading
import types

import numpy
import torch
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

DEPTH = 6
ENTRIES = 200
HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks")
# What training makes of a name is its value; what kind of thing it is shows in its type.
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


class Reading(float):
    """What a clock shows. By itself it says how late it is; a difference of two is a duration."""


def numbers(tensor):
    flat = tensor.detach().cpu()
    text = repr(flat.tolist())
    if len(text) > 400:
        text = hashlib.sha1(text.encode()).hexdigest()
    return f"{tuple(flat.shape)} {flat.dtype} {text}"


def picture(figure):
    """What a figure shows."""
    axes = []
    for ax in figure.axes:
        lines = [numpy.asarray(line.get_ydata(), dtype=float).tolist() for line in ax.lines]
        shown = [ax.get_title(), lines, len(ax.images), len(ax.patches), len(ax.collections)]
        axes.append(shown)
    return [figure.get_size_inches().tolist(), axes]


class Walk:
    """Goes through names and what hangs on them, each object once."""

    def __init__(self):
        self.seen = {}
        self.values = {}
        self.leaves = {}
        self.modules = {}
        self.keep = []

    def note(self, path, value):
        self.values[path] = value

    def visit(self, path, value, depth=0):
        if isinstance(value, Reading):
            self.note(path, "a time")
        elif isinstance(value, PLAIN):
            self.note(path, repr(value))
        elif isinstance(value, (torch.Tensor, numpy.ndarray, Figure)):
            self.visit_leaf(path, value)
        elif id(value) in self.seen:
            self.note(path, f"same as {self.seen[id(value)]}")
        elif depth > DEPTH:
            return
        else:
            self.seen[id(value)] = path
            self.keep.append(value)
            self.visit_parts(path, value, depth)

    def visit_leaf(self, path, value):
        if isinstance(value, Figure):
            return self.note(path, repr(picture(value)))
        if isinstance(value, numpy.ndarray):
            return self.note(path, f"array {value.dtype} {value.tolist()!r}")
        if isinstance(value, torch.nn.parameter.UninitializedTensorMixin):
            return self.note(path, "uninitialised")
        self.note(path, numbers(value))
        if value.is_leaf and value.requires_grad:
            grad = value.grad
            self.leaves[path] = None if grad is None else numbers(grad)
        return None

    def visit_parts(self, path, value, depth):
        kind = type(value)
        if isinstance(value, torch.nn.Module):
            self.modules[path] = value
        if isinstance(value, dict):
            self.note(path, f"{kind.__name__} of {len(value)}")
            for key in list(value)[:ENTRIES]:
                self.visit(f"{path}[{key!r:.60}]", value[key], depth + 1)
        elif isinstance(value, (list, tuple)) or kind.__name__ == "deque":
            self.note(path, f"{kind.__name__} of {len(value)}")
            for index, entry in enumerate(list(value)[:ENTRIES]):
                self.visit(f"{path}[{index}]", entry, depth + 1)
        elif isinstance(value, (set, frozenset)):
            self.note(path, f"{kind.__name__} of {len(value)}")
        elif is_of_program(kind) or isinstance(value, torch.nn.Module):
            self.note(path, kind.__name__)
            for name, entry in list(vars(value).items())[:ENTRIES]:
                if name not in HOOKS and not name.endswith("_hooks"):
                    self.visit(f"{path}.{name}", entry, depth + 1)
        else:
            self.note(path, kind.__name__)


def is_of_program(kind):
    module = getattr(kind, "__module__", "")
    known = ("torch", "numpy", "matplotlib", "builtins", "collections", "functools")
    return "__dict__" in dir(kind) and module.partition(".")[0] not in known


def is_interesting(name, value):
    skipped = (types.ModuleType, types.FunctionType, type, types.BuiltinFunctionType)
    return not name.startswith("__") and not isinstance(value, skipped)


def walk_names(names):
    walk = Walk()
    for name, value in list(names.items()):
        if is_interesting(name, value):
            walk.visit(name, value)
    return walk


def descriptors():
    return len(os.listdir("/proc/self/fd"))


def groups():
    if not torch.distributed.is_initialized():
        return 0
    return len(torch.distributed.distributed_c10d._pg_map)


def hash_of(value):
    return hashlib.sha1(repr(value).encode()).hexdigest()[:16]


def of_random():
    return {
        "torch": hash_of(torch.get_rng_state().tolist()),
        "python": hash_of(random.getstate()),
        "numpy": hash_of(numpy.random.get_state()[1].tolist()),
    }


def of_process(names, threads, open_before):
    walk = walk_names(names)
    modes = {path: module.training for path, module in walk.modules.items()}
    modes["gradients"] = torch.is_grad_enabled()
    modes["anomaly"] = torch.is_anomaly_enabled()
    modes["dtype"] = str(torch.get_default_dtype())
    hooks = sum(
        len(getattr(part, kind))
        for module in set(walk.modules.values())
        for part in module.modules()
        for kind in HOOKS
    )
    return {
        "values": walk.values,
        "leaves": walk.leaves,
        "modes": modes,
        "random": of_random(),
        "figures": len(plt.get_fignums()),
        "hooks": hooks,
        "groups": groups(),
        "threads": threading.active_count() - threads,
        "descriptors": descriptors() - open_before,
    }


def strip_hooks(module):
    """Removes the program's hooks; those of PyTorch (weight norm) are a part of the module."""
    for part in module.modules():
        for kind in HOOKS:
            hooks = getattr(part, kind)
            for key, hook in list(hooks.items()):
                if not type(hook).__module__.startswith("torch."):
                    del hooks[key]


def one_step(module, shape):
    strip_hooks(module)
    module.train()
    module.zero_grad()
    torch.manual_seed(1)
    result = module(torch.randn(*shape))
    while isinstance(result, (tuple, list)):
        result = result[0]
    result.float().pow(2).sum().backward()
    gradients = {name: p.grad for name, p in module.named_parameters()}
    return {name: None if grad is None else numbers(grad) for name, grad in gradients.items()}


def after_one_more_step(names, probe):
    """The gradients that each model of the program gets from one more backward pass."""
    if not probe:
        return {}
    later = {}
    torch.set_grad_enabled(True)
    for path, module in walk_names(names).modules.items():
        if any(path.startswith(other + ".") for other in later) or not hasattr(module, "forward"):
            continue
        if "[" in path or not list(module.parameters()):
            continue
        try:
            later[path] = one_step(module, probe)
        except Exception as error:
            later[path] = f"{type(error).__name__}: {str(error)[:80]}"
    return later
