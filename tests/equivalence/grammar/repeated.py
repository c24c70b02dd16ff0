"""Work and objects that a loop makes again and again: traces, groups, loaders, histories."""

from grammar.code import fill

TRACE = """
$example
for $i in range(3):
    $before
    $traced = torch.jit.trace($model, $input)
    $use
    $late
$after
"""


BEFORE_TRACE = (
    "",
    "$net.eval()",
    "$net.train()",
    "$net.eval() if $i else $net.train()",
    "torch.manual_seed($i)",
    "example = example + 1",
    "$net.head.weight.data.mul_(0.5)",
    "$net.head.weight.data.add_(1)",
    "$net.head = nn.Linear($net.head.in_features, 1)",
)


def traced(build, world):
    name = build.fresh("traced", "fast", "compiled")
    layers = "nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 1))"
    own = build.fresh("layers", "stack") if build.chance(0.5) else ""
    model = own or build.pick(
        world.net, world.net, "nn.Linear(4, 1)", f"{world.net}.body", "lambda v: v * 2"
    )
    names = {"net": world.net, "traced": name, "i": "i", "opt": world.opt}
    before = build.lean(BEFORE_TRACE, 1)
    use = build.weigh(
        (
            "print($traced(torch.ones(1, 4)).sum().item())",
            "print($traced(example).sum().item())",
            "",
            "models.append($traced)",
            "$traced.extra = $i",
            "print(type($traced).__name__)",
        ),
        3,
    )
    late = build.weigh(
        (
            "",
            "",
            "$net(torch.ones(1, 4)).sum().backward()\n$opt.step()",
            "print(torch.rand(1).item())",
        ),
        2,
    )
    after = build.pick(
        "",
        "",
        "print($traced(torch.ones(1, 4)).sum().item())",
        "print(torch.rand(1).item())",
        "print(len(models), models[0] is models[-1])" if "models" in use else "",
    )
    lines = fill(
        TRACE,
        example=([f"{own} = {layers}"] if own else [])
        + ["example = torch.ones(2, 4)"]
        + (["models = []"] if "models" in use else []),
        model=model,
        input="example",
        before=fill(before, **names),
        use=fill(use, **names),
        late=fill(late, **names),
        after=fill(after, **names),
        **names,
    )
    return lines


GROUP = """
$init
for $i in range(3):
    $group = dist.new_group($ranks)
    $use
$after
"""


def group_in_loop(build, world):
    build.need("import torch.distributed as dist")
    group = build.fresh("group", "pg")
    init = [
        "if not dist.is_initialized():",
        "    dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)",
    ]
    ranks = build.pick(
        "[0]", "[0]", "", "ranks=[0]", "list(range(dist.get_world_size()))", "[0] if i else None"
    )
    use = build.weigh(
        (
            "value = torch.ones(1)\ndist.all_reduce(value, group=$group)\nprint(value.item())",
            "print(dist.get_rank($group))",
            "",
            "dist.barrier(group=$group)",
            "print($group is None)",
            "kept.append($group)",
            "print(len(dist.distributed_c10d._pg_map))",
            "dist.destroy_process_group($group)",
        ),
        4,
    )
    after = build.weigh(
        (
            "",
            "",
            "print(len(set(map(id, kept))))" if "kept" in use else "",
            "print(len(dist.distributed_c10d._pg_names))",
            "dist.destroy_process_group()",
        ),
        2,
    )
    if "_pg_" in use + after:
        build.tag("groups counted")
    return fill(
        GROUP,
        init=init + (["kept = []"] if "kept" in use else []),
        i="i",
        group=group,
        ranks=ranks,
        use=fill(use, group=group),
        after=fill(after, group=group),
    )


CYCLE = """
for $i, (x, y) in zip(range($count), itertools.cycle($data)):
    print(round(x.sum().item(), 4))
$after
"""
CYCLE_NEXT = """
stream = itertools.cycle($data)
for $i in range($count):
    x, y = next(stream)
    $net(x).mean().backward()
    print(round(x.sum().item(), 4))
    $opt.step()
    $opt.zero_grad()
"""


def cycled(build, world):
    build.need("import itertools")
    data = world.data
    if build.chance(0.6):
        build.need("import torch.utils.data")
        build.need("from torch.utils.data import DataLoader, TensorDataset")
        data = f"DataLoader(TensorDataset(torch.randn(6, 4), torch.randn(6, 1)), batch_size=3{build.pick('', ', shuffle=True')})"
    template = build.pick(CYCLE, CYCLE_NEXT)
    if template is CYCLE_NEXT:  # steps with what earlier passes left
        build.tag("gradients read")
    return fill(
        template,
        i="i",
        count=build.pick("3", "5", "2"),
        data=data,
        after=[],
        net=world.net,
        opt=world.opt,
    )


COLLECT = """
for x, y in $data:
    out = $net(x)
    out.mean().backward()
    $opt.step()
    $opt.zero_grad()
    $collect
print(len(gc.garbage) if False else "done")
$after
"""


def collected(build, world):
    build.need("import gc")
    build.tag("gradients read")  # it steps with what earlier passes left
    collect = build.pick(
        "gc.collect()",
        "torch.cuda.empty_cache()",
        "freed = gc.collect()",
        "if torch.cuda.is_available():\n    torch.cuda.empty_cache()",
        "del out\ngc.collect()",
        "print(ref() is None)\ngc.collect()\nprint(ref() is None)",
    )
    if "ref()" in collect:
        build.tag("memory awaited")
        build.need("import weakref")
        build.define(
            "class Node:\n    pass\n\n\nnode = Node()\nnode.me = node\nref = weakref.ref(node)\ndel node"
        )
    return fill(
        COLLECT,
        data=world.data,
        net=world.net,
        opt=world.opt,
        collect=collect.split("\n"),
        after=[],
    )


HISTORY = """
class $name:
    def __init__(self, window=$window):
        self.history = []
        self.window = window

    def update(self, value):
        self.history.append($value)
        $trim

    def recent(self):
        return $recent
"""
KEEP = """
$tracker = $name()
for x, y in $data:
    for k in range(3):
        $tracker.update($net(x).mean().item() + k)
    print(round(float($tracker.recent()), 5))
$after
"""


def history(build, world):
    name, tracker = build.fresh("History", "Window", "GradNorms"), build.fresh("norms", "window")
    recent = build.pick(
        "sum(self.history[-2:]) / 2",
        "sum(self.history[-self.window:])",
        "self.history[-1]",
        "len(self.history)",
        "sum(self.history)",
        "max(self.history[-3:])",
        "sorted(self.history)[0]",
        "self.history[0]",
        "sum(self.history[len(self.history) - 2:])",
        "sum(self.history[-2:][::-1])",
    )
    trim = build.pick(
        [],
        [],
        ["if len(self.history) > 4:", "    self.history.pop(0)"],
        ["self.history = self.history[-4:]"],
    )
    after = build.pick(
        "",
        "",
        "print(len($tracker.history))",
        "print($tracker.history[0])",
        "print(sum(getattr($tracker, 'history')))",
        "print($tracker.history[-1:])",
    )
    if after or recent in ("len(self.history)", "sum(self.history)") or "[0]" in recent:
        build.tag("history read")
    build.define(
        HISTORY,
        name=name,
        window=build.pick("2", "3", "5"),
        value="value",
        trim=trim,
        recent=recent,
    )
    return fill(
        KEEP,
        tracker=tracker,
        name=name,
        data=world.data,
        net=world.net,
        after=fill(after, tracker=tracker),
    )


KEEPDIM = """
for x, y in $data:
    $x = $reduce
    print($x.shape, round(float($x.sum()), 5))
"""


def kept_dimension(build, world):
    value = build.pick(
        "x", "x", "x[0]", "x.unsqueeze(0)", f"{world.net}(x)", "rows(x)", "x.numpy()", "x[:1]"
    )
    if "rows(" in value and "rows(" not in build.taken:
        build.taken.add("rows(")
        build.define("def rows(x):\n    return x")
    reduce = build.pick(
        f"{value}.mean(1, keepdim=True).squeeze(1)",
        f"{value}.sum(dim=0, keepdim=True).squeeze(0)",
        f"{value}.mean(-1, keepdim=True).squeeze(-1)",
        f"{value}.max(0, keepdim=True)[0].squeeze(0)",
        f"{value}.sum((0, 1), keepdim=True).squeeze((0))",
        f"{value}.mean(0, keepdim=True).squeeze()",
        f"torch.sum({value}, 0, keepdim=True).squeeze(0)",
        f"{value}.mean(0, True).squeeze(0)",
    )
    return fill(KEEPDIM, data=world.data, x=build.fresh("reduced", "mean_of"), reduce=reduce)


SCENES = (traced, group_in_loop, cycled, collected, history, kept_dimension)
