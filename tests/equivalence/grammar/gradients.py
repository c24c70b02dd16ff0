"""Backward passes: gradients that add up, graphs that are kept, states that are carried."""

from grammar.code import fill

STEP = """
for epoch in range(2):
    $per_epoch
    for $i, (x, y) in enumerate($data):
        $reset
        out = $net(x)
        loss = nn.functional.mse_loss(out, y)
        $divide
        loss.backward($how)
        $second
        $step
        $kept
print([round(float(p.sum()), 6) for p in $net.parameters()])
$after
"""
RESETS = (
    "",
    "",
    "$opt.zero_grad()",
    "$net.zero_grad()",
    "for p in $net.parameters():\n    p.grad = None",
    "reset($opt)",
)
SECONDS = (
    "",
    "",
    "",
    "",
    "out.sum().backward()",
    "(out - 1).pow(2).mean().backward()",
    "loss.backward()",
    "(x * 0 + out).mean().backward()",
    "print(torch.autograd.grad(out.sum(), $net.head.weight, retain_graph=True)[0].sum().item())",
    "probe(out)",
    "extra = nn.functional.l1_loss(out, y)\nextra.backward()",
    "sum(p.grad.pow(2).sum() for p in $net.parameters() if p.grad is not None).backward()",
    "aux = shared_part(out)\naux.backward()",
    "print(sum(float(p.grad.sum()) for p in $net.parameters() if p.grad is not None))",
    "try:\n    loss.backward()\nexcept RuntimeError:\n    print('freed')",
)
STEPS = (
    "$opt.step()",
    "$opt.step()",
    "if ($i + 1) % 2 == 0:\n    $opt.step()\n    $opt.zero_grad()",
    "$opt.step()\n$opt.zero_grad()",
    "if y.sum() > 0:\n    $opt.step()",
)
KEPT = ("", "", "", "outs.append(out)", "total = total + loss", "last = out")
AFTER = (
    "",
    "",
    "",
    "torch.stack(outs).sum().backward()",
    "total.backward()",
    "last.sum().backward()",
    "print(sum(o.sum() for o in outs).item())",
    "print([p.grad is None for p in $net.parameters()])",
    "print([float(p.grad.abs().sum()) for p in $net.parameters() if p.grad is not None])",
)
HELPERS = {
    "reset(": "def reset(opt):\n    opt.zero_grad()",
    "probe(": "def probe(out):\n    out.mean().backward()",
    "shared_part(": "def shared_part(out):\n    return (out * 2).mean()",
}


# Those that differentiate what they are given.
DIFFERENTIATING = ("probe(",)


def define_helpers(build, lines):
    for call, text in HELPERS.items():
        if any(call in line for line in lines) and call not in build.taken:
            build.taken.add(call)
            build.define(text)
            if call in DIFFERENTIATING:
                build.tag("differentiated by a helper")


def backward_passes(build, world):
    names = {"net": world.net, "opt": world.opt, "i": "i", "data": world.data}
    how = build.pick("", "", "retain_graph=True", "retain_graph=True", "create_graph=True")
    kept = build.pick(*KEPT)
    after = build.pick(*AFTER)
    if "outs" in kept + after and "outs.append" not in kept:
        after = ""
    if "total" in after and "total" not in kept or "last" in after and "last" not in kept:
        after = ""
    body = fill(
        STEP,
        per_epoch=build.pick([], [], [f"{world.opt}.zero_grad()"]),
        reset=fill(build.pick(*RESETS), **names),
        divide=build.pick([], [], ["loss = loss / 2"]),
        how=how,
        second=fill(build.pick(*SECONDS), **names),
        step=fill(build.pick(*STEPS), **names),
        kept=[kept] if kept else [],
        after=fill(after, **names),
        **names,
    )
    before = {"outs": ["outs = []"], "total": ["total = 0.0"]}
    define_helpers(build, body)
    return [line for word, lines in before.items() if word in kept for line in lines] + body


PENALTY = """
for x, y in $data:
    $opt.zero_grad()
    x = x.clone().requires_grad_()
    out = $net(x)
    (slope,) = torch.autograd.grad(out.sum(), x$create)
    $use
    $opt.step()
print([round(float(p.sum()), 6) for p in $net.parameters()])
"""


def gradient_penalty(build, world):
    use = build.pick(
        "(out.mean() + slope.pow(2).mean()).backward()",
        "print(slope.sum().item())\nout.mean().backward()",
        "(out.mean() + slope.detach().pow(2).mean()).backward()",
    )
    create = (
        ", create_graph=True" if "slope.pow" in use or build.chance(0.5) else ", retain_graph=True"
    )
    return fill(
        PENALTY, opt=world.opt, net=world.net, data=world.data, create=create, use=use.split("\n")
    )


CARRIED = """
$rnn = nn.$kind(4, 5$options)
$opt = torch.optim.SGD($rnn.parameters(), lr=0.1)
$h = $start
for x, y in $data:
    $opt.zero_grad()
    $forward
    loss = $loss
    $backward
    $opt.step()
    $between
print($show.sum().item())
"""


def carried_state(build, world):
    rnn, opt, h = (
        build.fresh("rnn", "cell"),
        build.fresh("opt_rnn", "adam"),
        build.fresh("h", "state", "hidden"),
    )
    kind = build.pick("GRU", "GRUCell", "LSTM", "RNN")
    start = (
        build.pick("None", "torch.zeros(1, 3, 5)", "torch.randn(1, 3, 5)")
        if kind != "GRUCell"
        else "torch.zeros(3, 5)"
    )
    if kind == "LSTM":
        start = "None"
    forward = f"{h} = {rnn}(x, {h})" if kind == "GRUCell" else f"out, {h} = {rnn}(x[None], {h})"
    out = h if kind == "GRUCell" else "out"
    show = f"{h}[0]" if kind == "LSTM" else h
    between = build.pick(
        [], [], [f"{h} = {h}.detach()"] if kind != "LSTM" else [], ["print(loss.item())"]
    )
    backward = build.pick(
        "loss.backward(retain_graph=True)", "loss.backward(retain_graph=True)", "loss.backward()"
    )
    guarded = (
        fill("try:\n    $b\nexcept RuntimeError as error:\n    print('failed')", b=[backward])
        if build.chance(0.7)
        else [backward]
    )
    return fill(
        CARRIED,
        rnn=rnn,
        kind=kind,
        options="",
        opt=opt,
        h=h,
        start=start,
        data=world.data,
        forward=[forward],
        loss=f"{out}.pow(2).mean()",
        backward=guarded,
        between=between,
        show=show,
    )


ANOMALY = """
$on
for x, y in $data:
    $opt.zero_grad()
    loss = $loss
    loss.backward()
    $opt.step()
print([round(float(p.sum()), 6) for p in $net.parameters()])
$state
"""
ANOMALY_WITH = """
for x, y in $data:
    $opt.zero_grad()
    $try_
"""


def anomaly(build, world):
    loss = build.pick(f"{world.net}(x).pow(2).mean()", f"({world.net}(x) * 0).sqrt().sum()")
    names = {"opt": world.opt, "net": world.net, "data": world.data}
    if build.chance(0.5):
        state = build.pick("", "print(torch.is_anomaly_enabled())")
        return fill(
            ANOMALY, on="torch.autograd.set_detect_anomaly(True)", loss=loss, state=state, **names
        )
    inner = [
        "with torch.autograd.detect_anomaly():",
        f"    loss = {loss}",
        "    loss.backward()",
        f"{world.opt}.step()",
    ]
    if build.chance(0.3):
        inner = (
            ["try:"]
            + ["    " + line for line in inner]
            + ["except RuntimeError:", "    print('not a number')"]
        )
    return fill(ANOMALY_WITH, try_=inner, **names)


NOOP = """
for x, y in $data:
    loss = $net(x).mean()
    loss.backward()
    $what.detach()
    print(loss.item(), loss.requires_grad)
"""
DETACHABLE = """
class $name:
    def detach(self):
        print("detached")
"""


def noop_detach(build, world):
    kind = build.fresh("Device", "Handle")
    build.define(DETACHABLE, name=kind)
    what = build.pick(
        "loss",
        "loss",
        "y",
        f"{kind}()",
        "(loss * 2)",
        "torch.relu(x)",
        f"{world.net}(x)",
        "print_and(loss)",
        "x.add_(1)",
        "x.grad" if build.chance(0.2) else "x",
    )
    if "print_and" in what and "print_and" not in build.taken:
        build.taken.add("print_and")
        build.define("def print_and(value):\n    print('seen')\n    return value")
    return fill(NOOP, data=world.data, net=world.net, what=what)


CONTEXT = """
class $name(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        $work
        ctx.$kept = $value
        $late
        return y

    @staticmethod
    def backward(ctx, grad):
        $read
"""
APPLY = """
w = torch.ones(3, requires_grad=True)
y = $name.apply(w * 2)
$middle
y.sum().backward()
print(w.grad.tolist())
$after
"""


def saved_on_context(build, world):
    name, kept = build.fresh("Exp", "Square", "Scale"), build.pick("y", "x", "saved")
    work = build.pick("y = x.exp()", "y = x * 2", "y = x.clone()")
    value = build.pick("y", "x", "y", "x.shape", "y * 1.0", "2.0")
    read = build.pick(
        f"return grad * ctx.{kept}" if value not in ("x.shape",) else "return grad * 2",
        f"return grad * ctx.{kept}"
        if value not in ("x.shape",)
        else f"return grad.new_ones(ctx.{kept}) * grad",
        f"saved = ctx.{kept}\nreturn grad * 2",
        f"try:\n    return grad * len(ctx.{kept})\nfinally:\n    ctx.{kept} = None"
        if value in ("x", "y")
        else "return grad",
    )
    late = build.pick(
        [], [], [], ["y.mul_(2)"], ["ctx.mark_dirty(y)"], ["y = y + 1"], ["store.append(x)"]
    )
    build.define(
        CONTEXT, name=name, work=[work], kept=kept, value=value, late=late, read=read.split("\n")
    )
    if late == ["store.append(x)"] and "store_ctx" not in build.taken:
        build.taken.add("store_ctx")
        build.definitions.append(["store = []"])
    middle = build.pick(
        [], [], ["with torch.no_grad():", "    y.mul_(3)"], ["y = y * 2"], ["y.retain_grad()"]
    )
    if "mul_" in " ".join([*late, *middle]):
        build.tag("changed in place")
    after = build.pick(
        [],
        [],
        [
            "try:",
            "    y.sum().backward()",
            "except (RuntimeError, AttributeError, TypeError) as error:",
            "    print('again')",
        ],
    )
    return fill(APPLY, name=name, middle=middle, after=after)


SCENES = (
    backward_passes,
    backward_passes,
    backward_passes,
    gradient_penalty,
    carried_state,
    anomaly,
    noop_detach,
    saved_on_context,
)
