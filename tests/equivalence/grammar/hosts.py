"""Where a phase of a program stands: inline, in a function, a closure, a method, a generator.

A phase is what a leak is made of: statements before a loop, the loop, and the use of
what came out. Each host gives the statements that go to the top level of the program.
"""

from dataclasses import dataclass

from grammar.code import fill, renamed


@dataclass
class Phase:
    build: object
    before: list
    body: list
    use: list
    # The expression of what comes out, the names it goes through, and those given in.
    values: str
    carried: list
    given: list
    rebinds: bool = False
    name: str = "run"


def inline(phase):
    return phase.before + phase.body + phase.use


RETURNING = """
def $name($given):
    $before
    $body
    return $values
"""


def returned(phase):
    """In a function that returns what came out; the use is the caller's."""
    build = phase.build
    name, result = build.fresh(phase.name), build.fresh("result", "got", "collected")
    build.define(
        RETURNING,
        name=name,
        given=", ".join(phase.given),
        before=phase.before,
        body=phase.body,
        values=phase.values,
    )
    call = f"{result} = {name}({', '.join(phase.given)})"
    return [call] + [line.replace(phase.values, result) for line in phase.use]


WHOLE = """
def $name($given):
    $before
    $body
    $use
"""


def whole(phase):
    """Everything in one function."""
    build = phase.build
    name = build.fresh(phase.name)
    build.define(
        WHOLE,
        name=name,
        given=", ".join(phase.given),
        before=phase.before,
        body=phase.body,
        use=phase.use,
    )
    return [f"{name}({', '.join(phase.given)})"]


FILLING = """
def $name($given):
    $body
"""


def filling(phase):
    """In a function that fills what its caller gives it."""
    if phase.rebinds or not phase.carried:
        return whole(phase)
    build = phase.build
    name = build.fresh(phase.name)
    given = phase.given + phase.carried
    build.define(FILLING, name=name, given=", ".join(given), body=phase.body)
    arguments = list(given)
    if build.chance(0.3):
        arguments = phase.given + [f"{c}={c}" for c in phase.carried]
    return phase.before + [f"{name}({', '.join(arguments)})"] + phase.use


GLOBAL = """
def $name($given):
    global $carried
    $body
"""


def global_names(phase):
    """In a function that writes names of the module."""
    if not phase.carried:
        return whole(phase)
    build = phase.build
    name = build.fresh(phase.name)
    build.define(
        GLOBAL,
        name=name,
        given=", ".join(phase.given),
        body=phase.body,
        carried=", ".join(phase.carried),
    )
    return phase.before + [f"{name}({', '.join(phase.given)})"] + phase.use


CLOSURE = """
def $outer($given):
    $before

    def $inner():
        $declared
        $body

    $call
    $use
"""


def closure(phase):
    build = phase.build
    outer, inner = build.fresh("make", "work", "job"), build.fresh("step", "one", "go")
    declared = [f"nonlocal {', '.join(phase.carried)}"] if phase.carried else ["pass"]
    build.define(
        CLOSURE,
        outer=outer,
        inner=inner,
        given=", ".join(phase.given),
        before=phase.before,
        declared=declared,
        body=phase.body,
        use=phase.use,
        call=build.pick([f"{inner}()"], [f"{inner}()"], [f"again = {inner}", "again()"]),
    )
    return [f"{outer}({', '.join(phase.given)})"]


OBJECT = """
class $kind:
    def __init__(self, $given):
        $taken
        $before

    def $method(self):
        $body

    def $finish(self):
        $use
"""


def method(phase):
    """In a method of a class; what came out is kept on the object."""
    build = phase.build
    kind, name = build.fresh("Trainer", "Runner", "Agent", "Evaluator"), build.fresh(
        "runner", "trainer", "agent"
    )
    own = {n: f"self.{n}" for n in phase.given + phase.carried}
    finish = build.pick("finish", "report", "summary")
    first = [f"{own[n]} = {n}" for n in phase.given]
    build.define(
        OBJECT,
        kind=kind,
        given=", ".join(phase.given),
        taken=first,
        before=renamed(phase.before, {n: own[n] for n in phase.carried}) or ["pass"],
        method=phase.name,
        body=renamed(phase.body, own),
        finish=finish,
        use=renamed(phase.use, own) or ["pass"],
    )
    lines = [f"{name} = {kind}({', '.join(phase.given)})", f"{name}.{phase.name}()"]
    return lines + [f"{name}.{finish}()"]


YIELDING = """
def $name($given):
    $before
    $body
    yield from $values
"""


def yielded(phase):
    build = phase.build
    name, result = build.fresh(phase.name), build.fresh("result", "got", "collected")
    build.define(
        YIELDING,
        name=name,
        given=", ".join(phase.given),
        before=phase.before,
        body=phase.body,
        values=phase.values,
    )
    call = f"{result} = list({name}({', '.join(phase.given)}))"
    return [call] + [line.replace(phase.values, result) for line in phase.use]


HOSTS = (
    (inline, 8),
    (returned, 4),
    (whole, 5),
    (filling, 3),
    (global_names, 2),
    (closure, 2),
    (method, 4),
    (yielded, 1),
)


def place(phase):
    host = phase.build.rng.choices([h for h, _ in HOSTS], [w for _, w in HOSTS])[0]
    phase.build.tag(f"host {host.__name__}")
    return host(phase), host is global_names
