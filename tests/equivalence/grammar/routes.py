"""Ways that a value takes from where it is made to where it is used.

A route is a few statements before the loop, one or more that take the value in the
loop, and an expression for the list of everything that came through. `carried` are the
names that must be the same object at both ends; a route that binds them anew says so.
"""

from dataclasses import dataclass, field

from grammar.code import fill, lines_of


@dataclass
class Route:
    before: list
    store: list
    values: str
    carried: list
    rebinds: bool = False
    # Statements between the loop and the use.
    after: list = field(default_factory=list)
    # What is taken in need not be a single tensor.
    tag: str = ""


LISTS = ("losses", "outputs", "history", "outs", "kept", "results", "preds", "scores")
SUMS = ("total", "running_loss", "epoch_loss", "acc", "loss_sum")
DICTS = ("logs", "metrics", "by_step", "record")
OBJECTS = ("memory", "meter", "tracker", "recorder", "buffer")


def appended(build, value):
    name = build.fresh(*LISTS)
    store = build.pick(
        f"{name}.append({value})",
        f"{name}.append({value})",
        f"{name} += [{value}]",
        f"{name}.extend([{value}])",
        f"{name}.insert(0, {value})",
        f"{name}[len({name}):] = [{value}]",
    )
    return Route([f"{name} = []"], [store], name, [name])


def summed(build, value):
    name = build.fresh(*SUMS)
    start = build.pick("0", "0.0", "0.0", "torch.zeros(1)", "torch.tensor(0.0)")
    store = build.pick(
        f"{name} += {value}.sum()",
        f"{name} = {name} + {value}.mean()",
        f"{name} = 0.9 * {name} + 0.1 * {value}.mean()",
        f"{name} += {value}.mean() * 2",
    )
    return Route([f"{name} = {start}"], [store], f"[torch.as_tensor({name})]", [name], rebinds=True)


def summed_loss(build, value):
    name = build.fresh(*SUMS)
    return Route(
        [f"{name} = {build.pick('0', '0.0')}"],
        [f"{name} += {value}.mean()"],
        f"[{name}]",
        [name],
        rebinds=True,
    )


def alias_of_sum(build, value):
    name, alias = build.fresh(*SUMS), build.fresh("alias", "shown", "same")
    view = build.pick(
        "{0}", "{0}.view(1)", "{0}[:]", "{0}.unsqueeze(0)", "{{'t': {0}}}['t']", "({0},)[0]"
    )
    return Route(
        [f"{name} = torch.zeros(1)", f"{alias} = {view.format(name)}"],
        [f"{name} += {value}.mean()"],
        f"[{alias}]",
        [name, alias],
        tag="alias",
    )


def alias_of_list(build, value):
    name, alias = build.fresh(*LISTS), build.fresh("same", "view_of")
    before = build.pick(
        [f"{name} = {alias} = []"],
        [f"{alias} = []", f"{name} = {alias}"],
        [f"{alias} = []", f"({name},) = ({alias},)"],
    )
    return Route(before, [f"{name}.append({value})"], alias, [name, alias], tag="alias")


def into_tensor(build, value):
    name = build.fresh(*SUMS)
    store = build.pick(
        f"{name} += {value}.mean()",
        f"{name}.add_({value}.mean())",
        f"{name}[0] = {name}[0] + {value}.mean()",
        f"{name}[:] = {value}.mean()",
    )
    return Route([f"{name} = torch.zeros(1)"], [store], f"[{name}]", [name], tag="in place")


def by_key(build, value):
    name = build.fresh(*DICTS)
    before, store, values = build.pick(
        (f"{name} = {{}}", f"{name}[len({name})] = {value}", f"list({name}.values())"),
        (f"{name} = {{'a': []}}", f"{name}['a'].append({value})", f"{name}['a']"),
        (f"{name} = {{}}", f"{name}.setdefault('k', []).append({value})", f"{name}['k']"),
        (f"{name} = collections.defaultdict(list)", f"{name}['k'].append({value})", f"{name}['k']"),
        (f"{name} = {{}}", f"{name}.update({{'last': {value}}})", f"list({name}.values())"),
    )
    if "collections" in before:
        build.need("import collections")
    return Route([before], [store], values, [name])


def deque(build, value):
    build.need("from collections import deque")
    name = build.fresh(*LISTS)
    size = build.pick("", "maxlen=2")
    return Route([f"{name} = deque({size})"], [f"{name}.append({value})"], f"list({name})", [name])


def entry(build, value):
    name = build.fresh(*LISTS)
    return Route([f"{name} = [None, None]"], [f"{name}[0] = {value}"], f"{name}[:1]", [name])


def in_tuples(build, value):
    name = build.fresh(*LISTS)
    return Route(
        [f"{name} = []"], [f"{name}.append(({value}, 1))"], f"[p[0] for p in {name}]", [name]
    )


def in_dicts(build, value):
    name = build.fresh(*LISTS)
    return Route(
        [f"{name} = []"],
        [f"{name}.append({{'loss': {value}}})"],
        f"[d['loss'] for d in {name}]",
        [name],
    )


RECORDER = """
class $name$base:
    def __init__(self):
        self.items = []
        self.total = 0.0

    def $method(self, value):
        $body

    def all(self):
        return $all
"""


def recorder(build, value):
    """An object of a class of the program; its method keeps, sums or views the value."""
    kind = build.fresh("Memory", "Meter", "Tracker", "Recorder")
    method = build.pick("update", "keep", "add", "append", "push", "__call__")
    body, every = build.pick(
        ("self.items.append(value)", "self.items"),
        ("self.total = self.total + value.mean()", "[self.total]"),
        ("self.total += value.mean()", "[self.total]"),
        ("self.last = value", "[self.last]"),
        ("self.items = self.items + [value]", "self.items"),
        ("setattr(self, 'last', value)", "[getattr(self, 'last')]"),
        ("self.__dict__['last'] = value", "[self.last]"),
        ("vars(self)['last'] = value", "[vars(self)['last']]"),
    )
    base = ""
    if build.chance(0.25):
        parent = build.fresh("Base", "Hooks")
        build.define(f"class {parent}:\n    def {method}(self, value):\n        pass")
        base = f"({parent})"
    build.define(RECORDER, name=kind, base=base, method=method, body=[body], all=every)
    name = build.fresh(*OBJECTS)
    call = "" if method == "__call__" else f".{method}"
    return Route(
        [f"{name} = {kind}()"], [f"{name}{call}({value})"], f"{name}.all()", [name], tag="recorder"
    )


OPERATORS = """
class $name:
    def __init__(self):
        self.items = []

    def __iadd__(self, value):
        $body
        return self

    def __setitem__(self, key, value):
        $body

    def __lshift__(self, value):
        $body
"""


def operator_of_class(build, value):
    kind = build.fresh("Sum", "Sink", "Stack")
    body = build.pick(
        ["self.items.append(value)"],
        ["self.items.append(value)"],
        ["value.mean().backward(retain_graph=True)", "self.items.append(value.detach())"],
    )
    if "backward" in body[0]:
        build.tag("differentiated by the class")
    build.define(OPERATORS, name=kind, body=body)
    name = build.fresh(*OBJECTS)
    store = build.pick(f"{name} += {value}", f"{name}[0] = {value}", f"{name} << {value}")
    return Route(
        [f"{name} = {kind}()"], [store], f"{name}.items", [name], rebinds=True, tag="operator"
    )


def on_object(build, value):
    build.need("import types")
    name = build.fresh(*OBJECTS)
    store = build.pick(
        f"{name}.last = {value}",
        f"setattr({name}, 'last', {value})",
        f"vars({name})['last'] = {value}",
    )
    return Route(
        [f"{name} = types.SimpleNamespace(last=None)"],
        [store],
        f"[{name}.last]",
        [name],
        tag="object",
    )


def captured(build, value):
    name = build.fresh(*LISTS)
    store = build.pick(
        f"{name}.append(lambda v={value}: v)",
        f"{name}.append(functools.partial(torch.mul, {value}, 1))",
    )
    build.need("import functools")
    return Route([f"{name} = []"], [store], f"[f() for f in {name}]", [name], tag="captured")


def callback(build, value):
    """Through a function that was given: a bound method, a lambda, an event."""
    name, call = build.fresh(*LISTS), build.fresh("log", "on_step", "report", "emit")
    made = build.pick(
        f"{name}.append", f"lambda v: {name}.append(v)", f"functools.partial({name}.append)"
    )
    build.need("import functools")
    return Route(
        [f"{name} = []", f"{call} = {made}"],
        [f"{call}({value})"],
        name,
        [name, call],
        tag="callback",
    )


SENT = """
def $name():
    items = []
    while True:
        value = yield items
        items.append(value)
"""


def sent(build, value):
    maker, name = build.fresh("collector", "sink"), build.fresh("box", "pipe")
    build.define(SENT, name=maker)
    return Route(
        [f"{name} = {maker}()", f"next({name})"],
        [f"{name}.send({value})"],
        f"{name}.send({name}.gi_frame.f_locals['items'][0])",
        [name],
        tag="send",
    )


RAISED = """
try:
    raise ValueError($value)
except ValueError as error:
    $name.append(error.args[0])
"""
ASSERTED = """
try:
    assert False, $value
except AssertionError as error:
    $name.append(error.args[0])
"""
STOPPED = """
try:
    next(stop_with($value))
except StopIteration as stop:
    $name.append(stop.value)
"""


def raised(build, value):
    name = build.fresh(*LISTS)
    template = build.pick(RAISED, ASSERTED, STOPPED)
    if template is STOPPED and "stop_with" not in build.taken:
        build.taken.add("stop_with")
        build.define("def stop_with(value):\n    return value\n    yield")
    return Route(
        [f"{name} = []"], fill(template, value=value, name=name), name, [name], tag="raise"
    )


def queued(build, value):
    build.need("import queue")
    name = build.fresh("queue_of", "waiting")
    return Route(
        [f"{name} = queue.Queue()"],
        [f"{name}.put({value})"],
        f"list({name}.queue)",
        [name],
        tag="queue",
    )


def last_one(build, value):
    name = build.fresh("best", "last", "final", "prev")
    return Route([f"{name} = None"], [f"{name} = {value}"], f"[{name}]", [name], rebinds=True)


def best_one(build, value):
    name = build.fresh("best", "lowest")
    store = build.pick(
        f"{name} = {value}.mean() if {name} is None else torch.minimum({name}, {value}.mean())",
        f"if {name} is None or {value}.mean() < {name}:\n    {name} = {value}.mean()",
    )
    return Route([f"{name} = None"], lines_of(store), f"[{name}]", [name], rebinds=True)


def compatible_name(build, value):
    """One name in two Unicode forms: the same to Python."""
    base = build.fresh("losses", "total", "outs")
    wide = chr(ord(base[0]) - ord("a") + 0xFF41) + base[1:]
    if build.chance(0.5):
        return Route(
            [f"{base} = []"],
            [f"{base}.append({value})"],
            wide,
            [base, wide],
            rebinds=True,
            tag="unicode",
        )
    return Route(
        [f"{base} = 0.0"],
        [f"{base} += {value}.mean()"],
        f"[{wide}]",
        [base, wide],
        rebinds=True,
        tag="unicode",
    )


def printed(build, value):
    store = build.pick(
        f"print({value}.mean().item())",
        f"print(float({value}.mean()))",
        f"print({value}.shape)",
        f"print('%.6f' % {value}.mean())",
        f"print(f'{{{value}.mean():.6f}}')",
        f"print({value})",
        f"print({value}.requires_grad)",
        f"print({value}.detach().numpy().sum())",
    )
    return Route([], [store], "[]", [])


def first_is_sum(build, value):
    """The sum begins as another name of the first value, which it then changes in place."""
    name = build.fresh(*SUMS)
    store = [f"if {name} is None:", f"    {name} = {value}", "else:", f"    {name} += {value}"]
    return Route([f"{name} = None"], store, f"[{name}]", [name], rebinds=True, tag="first is sum")


def identified(build, value):
    """Asked for by identity."""
    name = build.fresh(*LISTS)
    question = build.pick(
        f"print({name}[-1] is {value})",
        f"print(id({name}[-1]) == id({value}))",
        f"print({value} in set({name}))",
        f"print(weakref.ref({name}[-1])() is {value})",
        f"print({name}[-1].data_ptr() == {value}.data_ptr())",
    )
    build.need("import weakref")
    return Route(
        [f"{name} = []"], [f"{name}.append({value})", question], name, [name], tag="identity"
    )


def as_numbers(build, value):
    name = build.fresh(*LISTS)
    store = build.pick(
        f"{name}.append({value}.mean().item())",
        f"{name}.append(float({value}.mean()))",
        f"{name} += {value}.flatten().tolist()",
        f"{name}.append({value}.detach().mean())",
        f"{name}.append(int({value}.argmax()))",
    )
    return Route([f"{name} = []"], [store], f"[torch.tensor(float(v)) for v in {name}]", [name])


def counted(build, value):
    name = build.fresh("correct", "hits", "n")
    return Route(
        [f"{name} = 0"],
        [f"{name} += ({value} > 0).sum().item()"],
        f"[torch.tensor(float({name}))]",
        [name],
        rebinds=True,
    )


ROUTES = (
    (appended, 14),
    (summed, 6),
    (summed_loss, 10),
    (alias_of_sum, 3),
    (alias_of_list, 2),
    (into_tensor, 3),
    (by_key, 5),
    (deque, 1),
    (entry, 2),
    (in_tuples, 2),
    (in_dicts, 2),
    (recorder, 6),
    (operator_of_class, 2),
    (on_object, 2),
    (captured, 1),
    (callback, 3),
    (sent, 1),
    (raised, 2),
    (queued, 1),
    (last_one, 3),
    (best_one, 2),
    (compatible_name, 1),
    (first_is_sum, 2),
    (identified, 1),
    (printed, 8),
    (as_numbers, 8),
    (counted, 5),
)


def choose_route(build, value):
    make = build.rng.choices([r for r, _ in ROUTES], [w for _, w in ROUTES])[0]
    route = make(build, value)
    build.tag(f"route {make.__name__}")
    return route
