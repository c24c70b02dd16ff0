"""Phases of training and evaluation whose values take a route to a use.

They belong to the rules about graphs that live too long: the values are made in a loop,
with a graph, and most uses don't need it.
"""

from grammar.code import fill, indented
from grammar.hosts import Phase, place
from grammar.routes import choose_route
from grammar.uses import choose_use

LOOPS = (
    ["for $x, $y in $data:"],
    ["for $x, $y in $data:"],
    ["for $i, ($x, $y) in enumerate($data):"],
    ["for batch in $data:", "    $x, $y = batch"],
    ["for $i in range(2):", "    $x, $y = next(iter($data))"],
)
WHILE = """
$it = iter($data)
while True:
    try:
        $x, $y = next($it)
    except StopIteration:
        break
    $body
"""
EPOCHS = """
for epoch in range(2):
    $body
"""

LOSSES = (
    "nn.functional.mse_loss($out, $y)",
    "nn.MSELoss()($out, $y)",
    "($out - $y).pow(2).mean()",
    "criterion($out, $y)",
    "($out - $y).abs().sum()",
    "($out - $y).mean()",
)
TRAIN = """
$opt.zero_grad()
$out = $net($x)
$loss = $criterion
$early
$loss.backward($retain)
$opt.step()
$late
"""
EVALUATE = """
$out = $net($x)
$loss = $criterion
$late
"""
SHORT = """
$out = $net($x)
$late
"""


class World:
    """The names that all phases of a program share."""

    def __init__(self, build, net, opt, data, model):
        self.build, self.net, self.opt, self.data, self.model = build, net, opt, data, model

    def loss(self, out, target):
        build = self.build
        text = fill(build.pick(*LOSSES), out=out, y=target)[0]
        if "criterion" in text and "criterion" not in build.taken:
            build.taken.add("criterion")
            build.definitions.append([f"criterion = {build.pick('nn.MSELoss()', 'nn.L1Loss()')}"])
        return text


def loop(build, data, body, x, y):
    """The lines of a loop over the batches."""
    if build.chance(0.06):
        return fill(WHILE, it=build.fresh("it", "batches"), data=data, x=x, y=y, body=body)
    head = fill("\n".join(build.pick(*LOOPS)), x=x, y=y, i=build.fresh("i", "step"), data=data)
    lines = head + indented(body)
    return fill(EPOCHS, body=lines) if build.chance(0.15) else lines


def value_of(build, out, loss):
    return build.rng.choices(
        (
            loss,
            out,
            f"{out}.mean()",
            f"{out}[0]",
            f"({out} * 2)",
            f"torch.relu({out})",
            f"({loss} * 0.5)",
            f"{out}.sum(0)",
            f"({out}, {loss})[1]",
            f"{out}.squeeze(-1)",
            f"{out}.T",
        ),
        (8, 6, 2, 1, 1, 1, 1, 1, 0.5, 1, 0.5),
    )[0]


def reads_of_model(build, world, probability):
    if world.model.reads and build.is_risked(probability):
        build.tag("model read")
        read = build.pick(*world.model.reads)
        if "requires_grad" in read:
            build.tag("model asked")
        return fill(read, net=world.net)
    return []


def train(build, world, deviance=0.3, route_of=choose_route, kept_of=value_of):
    """A loop that trains, and keeps something of each iteration."""
    x, y = build.pick(("x", "y"), ("inputs", "target"), ("data", "label"))
    out, loss = build.pick("out", "output", "pred"), build.pick("loss", "loss", "err")
    route = route_of(build, kept_of(build, out, loss))
    use = choose_use(build, route.values, world.net, deviance)
    early = build.chance(0.25)
    criterion = world.loss(out, y)
    if world.model.term and build.chance(0.7):
        criterion += " + " + fill(world.model.term, net=world.net)[0]
    body = fill(
        TRAIN,
        opt=world.opt,
        net=world.net,
        x=x,
        y=y,
        out=out,
        loss=loss,
        criterion=criterion,
        early=route.store if early else [],
        late=[] if early else route.store,
        retain=build.rng.choices(
            ("", "retain_graph=True", "create_graph=True"), (12, 1.5 * build.risk, 0.3 * build.risk)
        )[0],
    )
    return Phase(
        build,
        route.before,
        loop(build, world.data, body, x, y),
        route.after + use,
        route.values,
        route.carried,
        [world.net, world.opt, world.data],
        route.rebinds,
        build.pick("train", "fit", "train_epoch", "run_epoch"),
    )


def evaluate(build, world, deviance=0.25, route_of=choose_route):
    """A loop that runs the model in evaluation mode, and keeps something of each iteration."""
    x, y = build.pick(("x", "y"), ("inputs", "target"), ("data", "label"))
    out, loss = build.pick("out", "output", "pred"), build.pick("loss", "val_loss")
    short = build.chance(0.4)
    route = route_of(build, out if short else value_of(build, out, loss))
    use = choose_use(build, route.values, world.net, deviance)
    call = build.rng.choices((world.net, f"{world.net}.forward"), (9, 1))[0]
    if "score" in world.model.members and build.chance(0.5):
        call = f"{world.net}.score"
    body = fill(
        SHORT if short else EVALUATE,
        net=call,
        x=x,
        y=y,
        out=out,
        loss=loss,
        criterion=world.loss(out, y),
        late=route.store,
    )
    before = [] if build.is_risked(0.1) else [f"{world.net}.eval()"]
    after = [f"{world.net}.train()"] if build.chance(0.5) else []
    lines = loop(build, world.data, body, x, y)
    # The switch may stand before the phase's other statements, or right before the loop.
    first, inner = (before, []) if build.chance(0.3) else ([], before)
    use = route.after + use + reads_of_model(build, world, 0.35)
    return Phase(
        build,
        route.before + first if build.chance(0.5) else first + route.before,
        inner + lines + after,
        use,
        route.values,
        route.carried,
        [world.net, world.data],
        route.rebinds,
        build.pick("evaluate", "validate", "test", "predict", "score", "extract"),
    )


COMPREHENSION = """
$net.eval()
$name = [$value for $x, $y in $data]
$use
"""


def evaluate_in_comprehension(build, world):
    name = build.fresh("preds", "outs", "scores")
    value = build.pick(
        "$net(x)", "$net(x).mean().item()", "$net(x).argmax(1)", "$net(x)[0]", "$net(x).detach()"
    )
    use = choose_use(build, f"[torch.as_tensor(v) for v in {name}]", world.net, 0.3)
    body = fill(
        COMPREHENSION,
        net=world.net,
        name=name,
        value=fill(value, net=world.net)[0],
        x="x",
        y="y",
        data=world.data,
        use=use,
    )
    return body


SINGLE = """
$net.eval()
$out = $net($x)
$use
"""


def evaluate_once(build, world):
    out = build.fresh("out", "prediction", "logits")
    use = choose_use(build, f"[{out}]", world.net, 0.35) + reads_of_model(build, world, 0.4)
    body = fill(
        SINGLE,
        net=world.net,
        x=build.pick("torch.ones(2, 4)", "torch.randn(2, 4)"),
        out=out,
        use=use,
    )
    return body


CLOCKED = """
$net.eval()
start = time.$clock()
for x, y in $data:
    $net(x)
print($shown)
"""


def clocked(build, world):
    build.need("import time")
    clock = build.pick("time", "perf_counter")
    shown = build.pick(f"time.{clock}() - start", f"f'took {{time.{clock}() - start:.3f}}'")
    return fill(CLOCKED, net=world.net, data=world.data, clock=clock, shown=shown)


REPLAY = """
$memory = []
for x, y in $data:
    $q = $net(x)
    $store
    $action = $q.argmax()
$train
"""
LEARN = """
for $entry in $memory:
    $opt.zero_grad()
    $target = $entry$index
    ($net(torch.ones(1, 4)) - $wanted).pow(2).mean().backward()
    $opt.step()
"""


def replay(build, world):
    memory = build.fresh("replay_buffer", "memory", "rollout")
    pair = build.chance(0.5)
    wanted = build.weigh(
        ("$target.mean().detach()", "$target.mean().item()", "$target.mean()"), 2
    )
    train = fill(
        LEARN,
        entry="entry",
        memory=memory,
        opt=world.opt,
        target="old",
        net=world.net,
        index="[0]" if pair else "",
        wanted=fill(wanted, target="old")[0],
    )
    store = f"{memory}.append(({'q'}, y))" if pair else f"{memory}.append(q)"
    build.tag("replay")
    return fill(
        REPLAY,
        memory=memory,
        data=world.data,
        q="q",
        net=world.net,
        store=store,
        action="action",
        train=train,
    )


LINES = (evaluate_in_comprehension, evaluate_once, clocked, replay)


def add_phase(build, world):
    """Adds one phase to the program."""
    if build.chance(0.2):
        make = build.pick(*LINES)
        build.tag(f"phase {make.__name__}")
        return build.step(make(build, world))
    make = build.rng.choices((train, evaluate), (5, 6))[0]
    build.tag(f"phase {make.__name__}")
    lines, top_level = place(make(build, world))
    return build.step(lines, top_level)
