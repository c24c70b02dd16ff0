"""What becomes of values in the end: of most of them, a number; of some, a gradient.

A use is statements for an expression that gives a list of tensors. The harmless ones come
first; the others can tell whether the values still have their graphs.
"""

from grammar.code import fill

HARMLESS = (
    "print(sum(float(v.mean()) for v in $values))",
    "print([v.detach().sum().item() for v in $values])",
    "print(len($values))",
    "for v in $values:\n    print(v.mean().item())",
    "print(torch.stack([v.mean() for v in $values] or [torch.zeros(())]).mean().item())",
    "print(max([float(v.max()) for v in $values], default=None))",
    "print([bool((v > 0).any()) for v in $values])",
    "print([tuple(v.shape) for v in $values])",
    "with torch.no_grad():\n    print(sum((v * 2).sum() for v in $values))",
    "print($values)",
    "print('%.4f' % sum(v.mean() for v in $values))",
)
# Backward passes, spelled in many ways. They may fail, for good reason, before any fix.
BACKWARD = (
    "sum(v.mean() for v in $values).backward()",
    "torch.stack([v.mean() for v in $values]).sum().backward()",
    "torch.autograd.backward([v.sum() for v in $values])",
    "for v in $values:\n    v.sum().backward()",
    "[v.mean().backward() for v in $values]",
    "list(map(operator.methodcaller('backward'), [v.sum() for v in $values]))",
    "getattr(sum(v.mean() for v in $values), 'back' + 'ward')()",
    "print([g is None or float(g.abs().sum()) for g in torch.autograd.grad("
    "sum(v.mean() for v in $values), list($net.parameters()), allow_unused=True)])",
    "torch.cat([v.reshape(-1) for v in $values]).pow(2).mean().backward()",
    "(sum(v.sum() for v in $values) - 1).pow(2).backward()",
)
# Questions to which a graph, or its want, is an answer.
QUESTIONS = (
    "print([v.requires_grad for v in $values])",
    "print([v.grad_fn is None for v in $values])",
    "print([v.is_leaf for v in $values])",
    "print(any(v.requires_grad for v in $values))",
    "print([type(v.grad_fn).__name__ for v in $values])",
    "print([getattr(v, 'grad' + '_fn') is not None for v in $values])",
    "try:\n    print([v.numpy().sum() for v in $values])\nexcept RuntimeError as error:\n    print('graph')",
    "try:\n    print([float(np.mean(v)) for v in $values])\nexcept RuntimeError as error:\n    print('graph')",
    "try:\n    copy.deepcopy($values)\n    print('copied')\nexcept RuntimeError as error:\n    print('graph')",
    "print([float(np.asarray(v).sum()) for v in $values])",
    "[v.requires_grad_(False) for v in $values]",
    "[v.retain_grad() for v in $values]",
    "[v.register_hook(print) for v in $values]",
    "print([v._version for v in $values])",
    "print([v._base is None for v in $values])",
    "print(pickle.loads(pickle.dumps($values)))",
)
IMPORTS = (
    ("operator.", "import operator"),
    ("np.", "import numpy as np"),
    ("copy.", "import copy"),
    ("pickle.", "import pickle"),
)
GUARD = """
try:
    $body
except RuntimeError as error:
    print(type(error).__name__)
"""


def need_imports(build, lines):
    for word, line in IMPORTS:
        if any(word in text for text in lines):
            build.need(line)


def choose_use(build, values, net, deviance):
    """Statements that use the values; with the probability `deviance`, one that needs graphs."""
    if values == "[]":
        return []
    if build.is_risked(deviance):
        kind, options = build.pick(
            ("backward", BACKWARD), ("backward", BACKWARD), ("question", QUESTIONS)
        )
        build.tag(f"use {kind}")
    else:
        options = HARMLESS
    lines = fill(build.pick(*options), values=values, net=net)
    need_imports(build, lines)
    if options is BACKWARD and build.chance(0.3):
        lines = fill(GUARD, body=lines)
    return lines
