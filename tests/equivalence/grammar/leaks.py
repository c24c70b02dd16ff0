"""Leaks whose fix is mostly safe, so that a campaign need not wait for one to come up by chance.

Each stands in any host (hosts.py) and beside whatever else the program holds. A leak is written
with its harmless parts; what the other scenes put beside it may need what its fix takes away.
"""

from dataclasses import dataclass

from grammar import flows, joins
from grammar.code import fill, indented
from grammar.hosts import Phase, place
from grammar.routes import (
    appended,
    by_key,
    counted,
    deque,
    in_dicts,
    in_tuples,
    recorder,
    summed,
    summed_loss,
)


@dataclass
class Leak:
    """Statements before a loop, in it, and after it; `$sum` is a number that goes on."""

    inner: str
    before: str = ""
    after: str = ""
    define: str = ""
    imports: tuple = ()
    head: str = ""  # the loop; over the batches where nothing else is said


COUNTED = "for $i in range($count):"

NOOP_DETACH = (
    Leak("$loss = $net(x).mean()\n$loss.backward()\n$loss.detach()\n$sum += $loss.item()"),
    Leak("$loss = ($net(x) - y).pow(2).mean()\n$loss.detach()\n$sum += float($loss)"),
    Leak("$part = torch.relu(x)\n$part.detach()\n$sum += $part.sum().item()"),
    Leak("$part = x @ $k\n$part.cpu().detach()\n$sum += float($part.max())", "$k = torch.ones(4, 2)"),
    Leak("$part = torch.stack([x, x])\n$part.detach()\n$sum += $part.shape[0]"),
    Leak("$part, where = torch.max(x, 1)\n$part.detach()\n$sum += int(where[0])"),
)
KEEPDIM = (
    Leak("$part = $tensor.mean($d, keepdim=True).squeeze($d)\n$sum += float($part.sum())"),
    Leak("$part = $tensor.sum(dim=$d, keepdim=True).squeeze($d)\n$sum += float($part.max())"),
    Leak("$part = torch.mean($tensor, $d, keepdim=True).squeeze($d)\n$sum += $part.dim()"),
    Leak("$part = $tensor.max($d, keepdim=True)[0].squeeze($d)\n$sum += float($part.sum())"),
    Leak("$part = $tensor.std(dim=$d, keepdim=True).squeeze(dim=$d)\n$sum += len($part.shape)"),
    Leak("$sum += $tensor.mean($d, keepdim=True).squeeze($d).pow(2).sum().item()"),
)
TRACED = (
    Leak(
        "$fast = torch.jit.trace($k, $part)\n$sum += $fast(torch.ones(1, 4)).sum().item()",
        "$k = $layers\n$k.eval()\n$part = torch.ones(2, 4)",
        head=COUNTED,
    ),
    Leak(
        "$fast = torch.jit.trace($k, torch.zeros(2, 4))\n$sum += float($fast(x).mean())",
        "$k = $layers",
    ),
    Leak(
        "$fast = torch.jit.trace($k, $part)\nwith torch.no_grad():\n    $sum += float($fast(x).max())",
        "$part = torch.randn(1, 4)\n$k = $layers",
    ),
    Leak(
        "$fast = trace($k, $part)\nprint($fast($part).shape)\n$sum += $i",
        "$k = $layers\n$part = torch.ones(2, 4)",
        imports=("from torch.jit import trace",),
        head=COUNTED,
    ),
)
INIT = """
if not dist.is_initialized():
    dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)
"""
GROUPED = (
    Leak(
        "$part = dist.new_group($ranks)\n$loss = torch.ones(2)\n"
        "dist.all_reduce($loss, group=$part)\n$sum += $loss.sum().item()",
        INIT,
        imports=("import torch.distributed as dist",),
        head=COUNTED,
    ),
    Leak(
        "$part = dist.new_group($ranks)\n$sum += dist.get_world_size($part)",
        INIT,
        imports=("import torch.distributed as dist",),
        head=COUNTED,
    ),
    Leak(
        "$part = dist.new_group(ranks=$ranks)\ndist.barrier(group=$part)\n$sum += $i",
        INIT,
        imports=("import torch.distributed as dist",),
        head=COUNTED,
    ),
    Leak(
        "$part = dist.new_group($ranks)\n$loss = [torch.zeros(2)]\n"
        "dist.all_gather($loss, torch.ones(2) * $i, group=$part)\n$sum += float($loss[0].sum())",
        INIT,
        imports=("import torch.distributed as dist",),
        head=COUNTED,
    ),
)
FIGURES = (
    Leak(
        "$fig = plt.figure()\nplt.plot([1, 2, $i])\nplt.savefig(f'step_{$i}.png')\n$sum += $i",
        imports=("import matplotlib.pyplot as plt",),
        head=COUNTED,
    ),
    Leak(
        "$fig, $ax = plt.subplots()\n$ax.plot([$i, 2])\n$ax.set_title(f'{$i}')\n"
        "$fig.savefig(f'step_{$i}.png')\n$sum += $i",
        imports=("import matplotlib.pyplot as plt",),
        head=COUNTED,
    ),
    Leak(
        "$fig, $ax = plt.subplots(1, 2, figsize=(4, 2))\n$ax[0].bar([0, 1], [1, float(x.sum())])\n"
        "$ax[1].imshow(x.numpy())\n$fig.savefig('last.png')\n$sum += float(y.sum())",
        imports=("import matplotlib.pyplot as plt",),
    ),
    Leak(
        "$fig = plt.figure(figsize=(3, 3))\n$ax = $fig.add_subplot(111)\n$ax.hist([$i, 1, 2])\n"
        "$fig.tight_layout()\n$fig.savefig(f'step_{$i}.png', dpi=50)\n$sum += 1",
        imports=("import matplotlib.pyplot as plt",),
        head=COUNTED,
    ),
    Leak(
        "$draw($i)\n$sum += $i",
        define="def $draw(step):\n    $fig, $ax = plt.subplots()\n    $ax.plot([step, 1])\n"
        "    $fig.savefig(f'step_{step}.png')",
        imports=("import matplotlib.pyplot as plt",),
        head=COUNTED,
    ),
)
HOOKS = (
    Leak(
        "$sum += $draw($k, x)",
        "$k = $layers",
        define="def $draw(layers, x):\n    store = []\n"
        "    layers[0].register_forward_hook(lambda m, i, o: store.append($seen))\n"
        "    layers(x)\n    return len(store)",
    ),
    Leak(
        "$part = $draw($k, x)\n$sum += float($part)",
        "$k = $layers",
        define="def $draw(layers, x):\n    kept = []\n\n    def hook(module, given, output):\n"
        "        kept.append(output.mean().item())\n\n"
        "    layers.register_forward_hook(hook)\n    layers(x)\n    return kept[0]",
    ),
    Leak(
        "$part = $draw($k, x)\n$sum += $part",
        "$k = $layers",
        define="def $draw(layers, x):\n    shapes = {}\n\n    def note(module, given, output):\n"
        "        shapes['out'] = tuple(output.shape)\n\n"
        "    layers[0].register_forward_hook(note)\n    layers(x)\n    return shapes['out'][0]",
    ),
    Leak(
        "$sum += $draw($k, x)",
        "$k = $layers",
        define="def $draw(layers, x):\n    seen = []\n"
        "    layers[1].register_forward_pre_hook(lambda m, given: seen.append(given[0].sum().item()))\n"
        "    layers(x)\n    layers(x * 2)\n    return sum(seen)",
    ),
    Leak(
        "$sum += $draw($k, x)",
        "$k = $layers",
        define="def $draw(layers, x):\n    count = 0\n\n    def hook(module, given, output):\n"
        "        nonlocal count\n        count += output.numel()\n\n"
        "    layers[-1].register_forward_hook(hook)\n    layers(x)\n    return count",
    ),
)
NORM = """
class $kind(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer("running_mean", torch.zeros(4))

    def forward(self, x):
        x = x * self.weight
        mean = $mean
        $update
        return $output
"""
STATISTICS = (
    "self.running_mean = 0.9 * self.running_mean + 0.1 * mean",
    "self.running_mean = self.running_mean * 0.9 + mean * 0.1",
    "if self.training:\n    self.running_mean = 0.9 * self.running_mean + 0.1 * mean",
    "if self.training:\n    self.running_mean = 0.5 * self.running_mean + 0.5 * mean\n"
    "else:\n    mean = self.running_mean",
    "self.running_mean = mean",
    "self.running_mean = self.running_mean + 0.1 * (mean - self.running_mean)",
)
RUNNING = (
    Leak(
        "$part.zero_grad()\n$loss = $k(x).pow(2).mean()\n$loss.backward()\n$part.step()\n"
        "$sum += $loss.item()",
        "$k = $kind()\n$part = torch.optim.SGD($k.parameters(), lr=0.1)",
    ),
    Leak("$sum += float($k(x).sum())", "$k = $kind()\n$k.train()"),
    Leak(
        "$loss = $k($fast(x)).mean()\n$part.zero_grad()\n$loss.backward()\n$part.step()\n"
        "$sum += float($loss)",
        "$k, $fast = $kind(), nn.Linear(4, 4)\n"
        "$part = torch.optim.Adam([*$k.parameters(), *$fast.parameters()], lr=0.01)",
    ),
)
DELETED = (
    Leak(
        "$sum += $draw(x)",
        define="def $draw(x):\n    part = torch.zeros(5, 5)\n"
        "    value = part.mean().item() + x.mean().item()\n    del part\n    return value",
    ),
    Leak(
        "$sum += $draw(float(x.sum()))",
        define="def $draw(start):\n    rows = torch.ones(3, 3) * start\n"
        "    total = rows.sum().item()\n    del rows\n    return total",
    ),
    Leak(
        "$sum += $draw()",
        define="def $draw():\n    first, second = torch.ones(4), torch.zeros(4)\n"
        "    found = (first - second).abs().max().item()\n    del first, second\n    return found",
    ),
    Leak(
        "$draw($i)\n$sum += 1",
        define="def $draw(step):\n    part = torch.full((2, 2), 1.0)\n    print(part.sum().item())\n"
        "    del part",
        head=COUNTED,
    ),
)
SILENCED = (
    Leak("$sum += x.sum().item()  # mlfix: ignore[$silenced]"),
    Leak("# mlfix: ignore[$silenced] -- as before\n$sum += float(y.max())"),
    Leak("$part = x * 2  # mlfix: ignore[$silenced] until $day\n$sum += $part.mean().item()"),
    Leak("$sum += len(x)  # mlfix: ignore[$silenced] until $day -- see below"),
)
PARTS = {
    "tensor": ("x", "(x * 2)", "torch.relu(x)", "x.abs()", "torch.ones(3, 4)"),
    "d": ("0", "1", "-1"),
    "ranks": ("[0]", "[0]", "list(range(1))", "[0, ]"),
    "count": ("2", "3", "3"),
    "layers": (
        "nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 1))",
        "nn.Sequential(nn.Linear(4, 2), nn.Tanh())",
        "nn.Sequential(nn.Linear(4, 3), nn.Sigmoid(), nn.Linear(3, 2))",
    ),
    "seen": ("1", "o.mean().item()", "tuple(o.shape)", "o.detach()"),
    "mean": ("x.mean(0)", "x.mean(dim=0)", "x.abs().mean(0)", "x.var(0)"),
    "output": ("x - mean", "x", "x - mean.detach()", "(x - mean) * 2"),
    "silenced": ("no-grad-eval", "detach-stored-tensor", "cat-in-loop, no-grad-eval", "loop"),
    "day": ("2020-01-31", "2019-06-01", "2021-12-24"),
}
NAMES = {
    "part": ("part", "piece", "rows"),
    "loss": ("loss", "value", "err"),
    "sum": ("total", "shown", "figure_of"),
    "k": ("keeper", "layers", "scale"),
    "fast": ("fast", "traced", "compiled"),
    "fig": ("fig", "picture"),
    "ax": ("ax", "axes"),
    "draw": ("work_on", "one_round", "handle"),
    "i": ("i", "step", "turn"),
    "kind": ("Centre", "Whiten", "Scale"),
}
OF_RULE = {
    "noop-detach": NOOP_DETACH,
    "needless-keepdim": KEEPDIM,
    "jit-trace-in-loop": TRACED,
    "new-group-in-loop": GROUPED,
    "figure-not-closed": FIGURES,
    "hook-not-removed": HOOKS,
    "running-stat-grad": RUNNING,
    "pointless-del": DELETED,
    "unused-ignore": SILENCED,
}


def leak_of(rule):
    def scene(build, world):
        leak = build.pick(*OF_RULE[rule])
        names = {name: build.fresh(*ways) for name, ways in NAMES.items()}
        names |= {part: build.pick(*ways) for part, ways in PARTS.items()}
        names |= {"net": world.net, "opt": world.opt}
        if rule == "running-stat-grad":
            build.define(NORM, **(names | {"update": build.pick(*STATISTICS).split("\n")}))
        if leak.define:
            build.define("\n".join(fill(leak.define, **names)))
        build.need("import torch", "from torch import nn", *leak.imports)
        inner = fill("\n".join(fill(leak.inner, **names)), **names)
        body = [*fill(leak.head, **names), *indented(inner)] if leak.head else flows.loop(
            build, world.data, inner, "x", "y"
        )
        total = names["sum"]
        return place(
            Phase(
                build,
                [f"{total} = 0.0"],
                [*fill("\n".join(fill(leak.before, **names)), **names), *body],
                [f"print([round(float(v), 5) for v in [{total}]])"],
                f"[{total}]",
                [total],
                [world.net, world.opt, world.data],
                rebinds=True,
                name=build.pick("train", "report", "look", "run"),
            )
        )

    scene.__name__ = "leak_" + rule.replace("-", "_")
    return scene


def train(build, world, routes):
    """A training phase whose losses take one of the routes."""
    return flows.train(
        build,
        world,
        deviance=0.05,
        route_of=build.pick(*routes),
        kept_of=lambda build, out, loss: build.pick(loss, loss, loss, f"({loss} * 0.5)"),
    )


def kept(build, world):
    """A training loop that keeps a graph of each iteration, and wants no more than numbers."""
    routes = (appended, appended, by_key, deque, in_tuples, in_dicts, recorder)
    return place(train(build, world, routes))


def added_up(build, world):
    return place(train(build, world, (summed, summed_loss)))


def evaluated(build, world):
    routes = (appended, summed, by_key, counted, in_tuples, recorder)
    return place(flows.evaluate(build, world, deviance=0.05, route_of=build.pick(*routes)))


def remembered(build, world):
    return flows.replay(build, world), False


def joined(build, world):
    name = build.fresh(*joins.NAMES)
    start = build.pick(*joins.STARTS[:2], "torch.zeros(0, 1)")
    part = build.pick(*joins.PARTS[:3], "torch.ones(len(x), 1)", f"{world.net}(x).detach()")
    join = fill(build.pick(*joins.JOINS[:5], joins.JOINS[6]), all=name, part=part)
    inner = [*f"{name} = {chr(10).join(join)}".split("\n")]
    body = flows.loop(build, world.data, inner, "x", "y")
    use = build.pick(
        "print($all.shape, $all.sum().item())", "print(len($all))", "print($all[:2].tolist())"
    )
    return place(
        Phase(
            build,
            [f"{name} = {start}"],
            body,
            fill(use, all=f"{name}"),
            name,
            [name],
            [world.net, world.opt, world.data],
            rebinds=True,
            name=build.pick("collect", "gather"),
        )
    )


BY_RULE = {
    "no-grad-eval": evaluated,
    "detach-stored-tensor": kept,
    "detach-accumulated-loss": added_up,
    "replay-buffer-graph": remembered,
    "cat-in-loop": joined,
    **{rule: leak_of(rule) for rule in OF_RULE},
}


def add_leak(build, world, rules=()):
    rule = build.pick(*([r for r in BY_RULE if r in rules] or BY_RULE))
    build.tag(f"leak {rule}")
    lines, top_level = BY_RULE[rule](build, world)
    build.step(lines, top_level)
