"""Notebooks: objects that a cell shows and another one deletes."""

from grammar.code import fill

MADE = (
    "$all = torch.arange(6.0).reshape(2, 3)",
    "$all = [torch.ones(2) for _ in range(3)]",
    "$all = {'rows': torch.zeros(2, 2), 'name': 'kept'}",
    "$all = $net(torch.ones(2, 4)).detach()",
    "$all = 3",
    "$all = 'text'",
    "def $all():\n    return 4",
    "import math as $all",
)
VALUES = 4
SHOWN = ("$all", "($all)", "$all;", "$all  # as it is", "print($all)", "None", "$all.shape")
# Cells between the one that shows and the one that deletes.
BETWEEN = (
    "",
    "print(len(str($all)))",
    "$all = torch.ones(1)",
    "print(len(Out))",
    "print(_ is None)",
    "print(sum(1 for each in Out.values() if each is not None))",
)
READING = BETWEEN[3:]
DELETED = (
    "del $all",
    "if True:\n    del $all",
    "del $all\n$all = 1",
    "",
    "def drop():\n    global $all\n    del $all\n\n\ndrop()",
    "$all = None",
)
BEHIND = ("", "print('$all' in globals())", "print(sorted(Out))", "Out[max(Out)]")


def shown_and_deleted(build, world):
    """Cells, each a step of its own; the last one is what the scene gives."""
    names = {"all": build.fresh("rows", "features", "frame"), "net": world.net}
    build.notebook = True
    made = build.weigh(MADE, VALUES)
    shown = build.lean(SHOWN, 2)
    between = build.lean(BETWEEN, 3)
    behind = build.lean(BEHIND, 2)
    if between in READING or behind in BEHIND[2:]:
        build.tag("breaks output-not-awaited")
    cells = [made, shown] if build.chance(0.6) else [f"{made}\n{shown}"]
    cells += [between, build.lean(DELETED, 3)]
    for cell in cells:
        build.step(fill(cell, **names), top_level=True)
    return fill(behind, **names), True


SCENES = (shown_and_deleted,)
