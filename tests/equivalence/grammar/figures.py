"""Figures that a loop, or a function, makes and forgets, or needs after all."""

from grammar.code import fill, indented

MAKE = (
    ("fig = plt.figure()", "plt", "fig"),
    ("fig, ax = plt.subplots()", "ax", "fig"),
    ("plt.figure()", "plt", None),
    ("fig, ax = plt.subplots(figsize=(3, 2))", "ax", "fig"),
    ("plt.figure($number)", "plt", None),
    ("ax = plt.figure().add_subplot()", "ax", None),
    ("", "plt", None),
    ("_, ax = plt.subplots()", "ax", None),
    ("fig, axes = plt.subplots(1, 2)\nax = axes[0]", "ax", "fig"),
)
DRAW = (
    "$ax.plot([1, 2, $i])",
    "$ax.plot([$i])",
    "$ax.bar([0, 1], [1, $i])",
    "plt.plot([$i, 2])",
    "draw($ax, $i)",
    "$ax.imshow([[0, $i]])",
    "plt.title(str($i))",
)
SAVE = (
    "plt.savefig(f'step_{$i}.png')",
    "$fig.savefig(f'step_{$i}.png')",
    "plt.gcf().savefig('now.png')",
    "plt.savefig(io.BytesIO())",
)
# What the iteration, or what follows the loop, may still want of figures.
INSIDE = (
    [],
    [],
    [],
    [],
    ["figures.append($fig)"],
    ["print(plt.get_fignums())"],
    ["print(plt.gcf().number)"],
    ["plt.show()"],
    ["plt.close($fig)"],
    ["plt.clf()"],
    ["plt.close('all')"],
    ["if $i == 1:", "    continue"],
    ["if $i == 2:", "    break"],
    ["last = $fig"],
    ["print(plt.fignum_exists(1))"],
    ["report.append(lambda: $fig)"],
    ["axes_of.append(plt.gca())"],
    ["print(len(plt.get_fignums()) > 0)"],
)
AFTER = (
    [],
    [],
    [],
    [],
    ["plt.plot([5, 6])", "plt.savefig('end.png')"],
    ["plt.show()"],
    ["print(plt.get_fignums())"],
    ["plt.title('end')", "plt.savefig('end.png')"],
    ["plt.gcf().savefig('last.png')"],
    ["for number in plt.get_fignums():", "    plt.figure(number).savefig(f'{number}.png')"],
    ["plt.close('all')"],
    ["fig = plt.figure()", "print(fig.number)"],
    ["plt.gca().set_title('t')", "plt.show()"],
    ["plt.figure(1)", "plt.savefig('first.png')"],
    ["print(len(plt.get_fignums()))"],
    ["print(plt._pylab_helpers.Gcf.get_num_fig_managers())"],
)
LOOP = """
$prepare
for $i in range(3):
    $make
    $draw
    $save
    $inside
$after
"""
FUNCTION = """
def $name($i):
    $make
    $draw
    $save
    $inside
    $back
"""


def chosen(build, i, looped):
    make, ax, fig = build.lean(MAKE, 2)
    fig_text = fig or "plt.gcf()"
    parts = {
        "i": i,
        "ax": ax,
        "fig": fig_text,
        "number": build.pick("1", i, f"'fig{{{i}}}'", "num=7"),
    }
    if "number" in make:
        parts["number"] = build.pick("1", i, "'one'", f"{i} + 1")
    inside = build.lean(INSIDE, 1)
    if not looped and any(word in " ".join(inside) for word in ("continue", "break")):
        inside = [line.replace("continue", "return").replace("break", "return") for line in inside]
    draw = fill(build.pick(*DRAW), **parts)
    if any("draw(" in line for line in draw) and "draw" not in build.taken:
        build.taken.add("draw")
        build.define(
            build.pick(
                "def draw(ax, i):\n    ax.plot([i, i])",
                "def draw(ax, i):\n    plt.figure().gca().plot([i])",
            )
        )
    save = build.lean(SAVE, 2)
    if "BytesIO" in save:
        build.need("import io")
    if build.chance(0.1):
        save = ""
    return {
        "make": fill(make, **parts),
        "draw": draw,
        "save": fill(save, **parts),
        "inside": fill("\n".join(inside), **parts),
    }


def note_onlookers(build, parts, *later):
    """Tags what draws in figures that are not its own, shows them, or goes by their numbers."""
    drawn = "\n".join(parts["make"] + parts["draw"])
    if not parts["make"] or any((parts["inside"], *later)) or "plt." in drawn or "draw(" in drawn:
        build.tag("figure seen")


def prepare(lines):
    text = "\n".join(lines)
    names = ("figures", "report", "axes_of")
    return [f"{name} = []" for name in names if f"{name}.append" in text]


def figure_loop(build, world):
    build.need("import matplotlib.pyplot as plt")
    parts, after = chosen(build, "i", True), build.lean(AFTER, 1)
    note_onlookers(build, parts, after)
    return fill(LOOP, prepare=prepare(parts["inside"]), i="i", after=after, **parts)


def figure_function(build, world):
    build.need("import matplotlib.pyplot as plt")
    name = build.fresh("plot_step", "draw_losses", "save_plot")
    parts = chosen(build, "i", False)
    back = build.pick([], [], ["return plt.gcf()"], ["return i"])
    build.definitions.append(
        prepare(parts["inside"]) + [""] + fill(FUNCTION, name=name, i="i", back=back, **parts)
        if prepare(parts["inside"])
        else fill(FUNCTION, name=name, i="i", back=back, **parts)
    )
    call = build.pick(f"{name}(i)", f"{name}(i)", f"got = {name}(i)")
    after = build.lean(AFTER, 1)
    note_onlookers(build, parts, after, back)
    return ["for i in range(3):"] + indented([call]) + after


def figure_loop_in_function(build, world):
    build.need("import matplotlib.pyplot as plt")
    name = build.fresh("plot_all", "draw_all")
    parts = chosen(build, "i", True)
    inner = build.lean(AFTER, 1)
    lines = fill(LOOP, prepare=prepare(parts["inside"]), i="i", after=inner, **parts)
    build.define("def $name():\n    $body", name=name, body=lines)
    after = build.lean(AFTER, 1)
    note_onlookers(build, parts, inner, after)
    return [f"{name}()"] + after


SCENES = (figure_loop, figure_function, figure_loop_in_function)
