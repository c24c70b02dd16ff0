"""Code that interferes with other code: what safe fixes go by must not be replaced, or looked at.

Each stands before everything else, and prints what a fix would change.
"""

from grammar.code import fill

NOISY = """
plain_$word = $owner.$name


def noisy_$word(*given, **named):
    print("$name")
    return plain_$word(*given, **named)


$set
"""
REPLACED = (
    ("torch", "cat"),
    ("torch.Tensor", "detach"),
    ("torch.Tensor", "squeeze"),
    ("torch.jit", "trace"),
    ("torch", "mean"),
    ("torch.Tensor", "item"),
)
ASKING = """
plain_forward = $kind.forward


def asking(self, *given):
    print("forward", $question)
    return plain_forward(self, *given)


$kind.forward = asking
"""
ASKING_ONE = """
plain_forward = $net.forward


def asking(*given):
    print("forward", $question)
    return plain_forward(*given)


$net.forward = asking
"""
TRACED = """
def watch(frame, event, given):
    if event == "return":
        for name, value in sorted(frame.f_locals.items()):
            if torch.is_tensor(value):
                print(name, tuple(value.shape), value.requires_grad)
    return watch


sys.settrace(watch)
"""
MAIN = """
def look_around(module, given, got):
    for name, value in sorted(vars(__main__).items()):
        if torch.is_tensor(value):
            print(name, tuple(value.shape), value.requires_grad)


$net.head.register_forward_hook(look_around)
"""
FRAMES = """
def look_back(module, given, got):
    frame = sys._getframe(1)
    while frame is not None:
        for name, value in sorted(frame.f_locals.items()):
            if name in ("rows", "collected", "total", "losses", "preds") and torch.is_tensor(value):
                print(name, tuple(value.shape), value.requires_grad)
        frame = frame.f_back


$net.head.register_forward_hook(look_back)
"""
QUESTIONS = ("torch.is_grad_enabled()", "len(given)")


def replaced(build, world):
    owner, name = build.pick(*REPLACED)
    way = build.pick("$owner.$name = noisy_$word", "setattr($owner, '$name', noisy_$word)")
    parts = {"owner": owner, "name": name, "word": name}
    return fill(NOISY, set=fill(way, **parts), **parts)


def forward_replaced(build, world):
    kind = build.pick(f"type({world.net})", f"{world.net}.__class__")
    return fill(ASKING, kind=kind, question=build.pick(*QUESTIONS))


def forward_of_one_replaced(build, world):
    return fill(ASKING_ONE, net=world.net, question=build.pick(*QUESTIONS))


def traced(build, world):
    build.need("import sys")
    return fill(TRACED)


def main_read(build, world):
    build.need("import __main__")
    return fill(MAIN, net=world.net)


def frames_read(build, world):
    build.need("import sys")
    return fill(FRAMES, net=world.net)


ONLOOKERS = (
    replaced,
    replaced,
    forward_replaced,
    forward_of_one_replaced,
    traced,
    main_read,
    frames_read,
)


def add_onlooker(build, world):
    """One that an unsafe fix assumes not to be there."""
    onlooker = build.pick(*ONLOOKERS)
    build.tag(f"onlooker {onlooker.__name__}", "breaks names-bound-plainly", "asked")
    build.step(onlooker(build, world), top_level=True)
