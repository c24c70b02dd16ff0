"""Hooks whose handle is lost."""

from grammar.code import fill

REGISTER = (
    "$target.register_forward_hook($hook)",
    "$target.register_forward_hook($hook)",
    "$target.register_forward_pre_hook(lambda m, i: $hook(m, i, None))",
    "$target.register_full_backward_hook($hook)",
)
TARGETS = ("$net", "$net.body", "$net.head", "list($net.children())[0]", "part")
# What the hook does with `value`.
BODIES = (
    "store.append(o)",
    "store.append(type(m).__name__)",
    "store.append(tuple(i[0].shape))",
    "print('hook')",
    "store.append(o.detach() if o is not None else 0)",
    "store.append(o.mean().item() if o is not None else 0)",
    "store.append(torch.rand(1))",
    "m.calls = getattr(m, 'calls', 0) + 1",
    "m.eval()",
    "return o * 2 if torch.is_tensor(o) else None",
    "store.append(1)\n    torch.manual_seed(len(store))",
    "m.seen = o",
    "store.append(len(store))",
    "random.random()",
    "torch.nn.init.zeros_(m.bias) if hasattr(m, 'bias') else None",
    "store[:] = [o]",
    "np.random.rand()",
    "note(o)",
)
RUN = """
$store
def $hook(m, i, o):
    $body

$register
$run
$read
$again
"""
FUNCTION = """
def $name($net, x):
    $body
"""
READS = (
    "print(len(store))",
    "print(store[-1:])",
    "print(sum(1 for _ in store))",
    "",
    "for v in store:\n    print(type(v).__name__)",
)
AGAIN = (
    "",
    "",
    "",
    "$net(torch.ones(1, 4))\nprint(len(store))",
    "print($net(torch.ones(1, 4)).sum().item())",
    "$net(torch.ones(1, 4)).sum().backward()",
    "print(len($net._forward_hooks) > 0)",
    "print(getattr($net, 'calls', None))",
)
RUNS = (
    "$net(torch.ones(2, 4))",
    "for x, y in $data:\n    $net(x)",
    "out = $net(torch.ones(2, 4))",
    "$net(torch.ones(2, 4)).sum().backward()",
    "with torch.no_grad():\n    $net(torch.ones(2, 4))",
)
INSTALL = (
    "",
    "",
    "for _ in range(2):\n    $register",
    "handles = [$register]",
    "handles = []\nhandles.append($register)",
)


def lines_of_hook(build, world, store):
    hook = build.fresh("hook", "keep", "note_shape", "on_forward")
    target = fill(build.pick(*TARGETS[:4]), net=world.net)[0]
    register = fill(build.pick(*REGISTER), target=target, hook=hook)[0]
    installed = build.pick(*INSTALL)
    lines = fill(installed, register=register) if installed else [register]
    body = build.weigh(BODIES, 6)
    for word, line in (("random.random", "import random"), ("np.", "import numpy as np")):
        if word in body:
            build.need(line)
    if "note(" in body and "note" not in build.taken:
        build.taken.add("note")
        build.define("def note(value):\n    noted.append(value)\n\n\nnoted = []")
    names = {"net": world.net, "data": world.data}
    run, read = (fill(build.pick(*options), **names) for options in (RUNS, READS))
    again = fill(build.weigh(AGAIN, 3), **names)
    if again or not body.startswith("store."):
        build.tag("hook heard")
    return fill(
        RUN,
        store=store,
        hook=hook,
        body=body.split("\n    "),
        register=lines,
        run=run,
        read=read,
        again=again,
    )


def hook_inline(build, world):
    return lines_of_hook(build, world, ["store = []"])


def hook_in_function(build, world):
    name = build.fresh("activations_of", "inspect", "features_of", "shapes_of")
    outside = build.is_risked(0.25)
    lines = lines_of_hook(
        build, world, build.pick(["store = feats"], []) if outside else ["store = []"]
    )
    if outside and lines[0] != "store = feats":
        lines = lines
    build.define(
        FUNCTION,
        name=name,
        net=world.net,
        body=lines + build.pick([], ["return store"], ["return len(store)"]),
    )
    before = ["feats = store = []"] if outside else []
    call = f"{name}({world.net}, torch.ones(2, 4))"
    use = build.pick(
        [call],
        [f"print({call})"],
        [f"got = {call}", f"{world.net}(torch.ones(1, 4))", "print(got)"],
    )
    if build.chance(0.3):
        use += [call]
    if outside or len(use) > 1:
        build.tag("hook heard")
    return before + use, outside


SCENES = (hook_inline, hook_in_function)
