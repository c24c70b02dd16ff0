"""Evaluations whose values go to code that one cannot see from where they are made."""

from grammar.code import fill
from grammar.uses import choose_use

OVERRIDDEN = """
class $base:
    def __init__(self, net):
        self.net = net
        self.kept = []

    def update(self, out):
        print(out.mean().item())

    def run(self, data):
        self.net.eval()
        for x, y in data:
            out = self.net(x)
            self.update(out)


class $child($base):
    def update(self, out):
        $body
"""


def overridden_method(build, world):
    base, child, name = (
        build.fresh("Loop", "Evaluator"),
        build.fresh("Collecting", "Special"),
        build.fresh("loop", "job"),
    )
    body = build.pick(
        "self.kept.append(out)",
        "self.kept.append(out.detach())",
        "self.kept.append(out.mean().item())",
        "out.sum().backward()",
    )
    build.define(OVERRIDDEN, base=base, child=child, body=[body])
    use = choose_use(build, f"[torch.as_tensor(v) for v in {name}.kept]", world.net, 0.6)
    return [f"{name} = {child}({world.net})", f"{name}.run({world.data})"] + use


GIVEN = """
def $name(net, data, $log=print):
    net.eval()
    for x, y in data:
        $log($value)
"""


def given_callback(build, world):
    name, log, kept = (
        build.fresh("validate", "evaluate"),
        build.pick("log", "on_batch", "callback"),
        build.fresh("seen", "outs"),
    )
    build.define(
        GIVEN,
        name=name,
        log=log,
        value=build.pick("net(x)", "net(x).mean()", "net(x).mean().item()"),
    )
    given = build.pick(
        f"{kept}.append",
        f"{log}={kept}.append",
        f"lambda v: {kept}.append(v)",
        f"{log}=lambda v: {kept}.append(v * 2)",
    )
    use = choose_use(build, f"[torch.as_tensor(v) for v in {kept}]", world.net, 0.5)
    return [f"{kept} = []", f"{name}({world.net}, {world.data}, {given})"] + use


STREAMED = """
def $name(net, data):
    net.eval()
    for x, y in data:
        out = net(x)
        yield $value
        $behind
"""
CONSUMED = """
for value in $name($net, $data):
    $use
"""


def streamed(build, world):
    name = build.fresh("stream_of", "predictions")
    use = choose_use(build, "[value]", world.net, 0.5)
    behind = build.pick(
        [], [], ["print(out.mean().item())"], ["print(out.requires_grad)"], ["out.sum().backward()"]
    )
    build.define(STREAMED, name=name, value=build.pick("out", "out.mean()"), behind=behind)
    return fill(CONSUMED, name=name, net=world.net, data=world.data, use=use)


ADDED_TO = """
def $name(net, x, y):
    net.eval()
    y += net(x)
    return y.mean().item()
"""


def added_to_given(build, world):
    name, target = build.fresh("score", "residual"), build.fresh("goal", "target_of")
    build.define(ADDED_TO, name=name)
    use = choose_use(build, f"[{target}]", world.net, 0.6)
    return [
        f"{target} = torch.zeros(2, 1)",
        f"print({name}({world.net}, torch.ones(2, 4), {target}))",
    ] + use


DECORATED = """
def $decorator(function):
    @functools.wraps(function)
    def run(*args):
        result = function(*args)
        $behind
        return result
    return run


@$decorator
def $name(net, data):
    net.eval()
    kept = []
    for x, y in data:
        kept.append(net(x))
    return kept
"""


def decorated(build, world):
    build.need("import functools")
    decorator, name, got = (
        build.fresh("logged", "checked"),
        build.fresh("evaluate", "predict"),
        build.fresh("result", "got"),
    )
    behind = build.pick(
        "print(len(result))",
        "sum(r.sum() for r in result).backward()",
        "print([r.requires_grad for r in result])",
        "result = [r.detach() for r in result]",
    )
    build.define(DECORATED, decorator=decorator, name=name, behind=[behind])
    return [f"{got} = {name}({world.net}, {world.data})"] + choose_use(build, got, world.net, 0.25)


CACHES = (
    """
    $cache = {}


    def $name(net, key):
        if key not in $cache:
            $cache[key] = net(torch.ones(2, 4))
        return $cache[key]
    """,
    """
    @functools.lru_cache(maxsize=None)
    def $name(net, key):
        return net(torch.ones(2, 4))
    """,
)
CACHED = """
def $evaluate(net):
    net.eval()
    total = 0.0
    for key in range(2):
        total += $name(net, key).mean().item()
    print(total)
"""


def cached_globally(build, world):
    cache, name, evaluate = (
        build.fresh("cache", "memo"),
        build.fresh("features_of", "encode"),
        build.fresh("evaluate", "report"),
    )
    build.need("import functools")
    build.define(build.pick(*CACHES), cache=cache, name=name)
    build.define(CACHED, name=name, evaluate=evaluate)
    use = choose_use(build, f"[{name}({world.net}, 0)]", world.net, 0.6)
    return [f"{evaluate}({world.net})"] + use


HOOKED = """
$kept = []
$net.$register(lambda module, inputs, output: $body)
$net.eval()
for x, y in $data:
    print($net(x).mean().item())
$use
"""


def hook_keeps(build, world):
    kept = build.fresh("kept_outputs", "seen_outputs")
    body = build.pick(
        f"{kept}.append(output)",
        f"{kept}.append(output.detach())",
        f"{kept}.append(output.requires_grad)",
        "print(output.requires_grad)",
        f"{kept}.append(output.mean().item())",
    )
    use = choose_use(build, f"[torch.as_tensor(v) for v in {kept}]", world.net, 0.6)
    return fill(
        HOOKED,
        kept=kept,
        net=world.net,
        register="register_forward_hook",
        body=body,
        data=world.data,
        use=use,
    )


ANNOTATED = """
def $name(value: torch.Tensor):
    value.detach()
    return 0
"""
TRIED = """
for given in ($first, $second):
    try:
        print($name(given))
    except AttributeError as error:
        print("no tensor")
"""


def believed_annotation(build, world):
    name = build.fresh("finish", "release")
    build.define(ANNOTATED, name=name)
    return fill(
        TRIED, name=name, first="torch.ones(1)", second=build.pick("None", "torch.zeros(2)", "1.0")
    )


NESTED = """
def $outer(net, data):
    best = None
    net.eval()

    def note(value):
        nonlocal best
        best = value if best is None else $join

    for x, y in data:
        note($value)
    return best
"""


def nonlocal_best(build, world):
    outer, got = build.fresh("best_of", "search"), build.fresh("best", "found")
    build.define(
        NESTED,
        outer=outer,
        join=build.pick("best + value", "torch.maximum(best, value)", "value"),
        value=build.pick("net(x).mean()", "net(x).max()"),
    )
    return [f"{got} = {outer}({world.net}, {world.data})"] + choose_use(
        build, f"[{got}]", world.net, 0.5
    )


SCENES = (
    overridden_method,
    given_callback,
    streamed,
    added_to_given,
    decorated,
    cached_globally,
    hook_keeps,
    believed_annotation,
    nonlocal_best,
)
