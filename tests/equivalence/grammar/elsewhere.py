"""A program in several files: what it defines, or a part of it, is imported.

In three files the one that holds the functions mostly knows nothing of the models that are given
to them, as in projects with a file for the model, one for the evaluation, and a script.
"""

import re

from grammar.code import renamed


def defined_name(block):
    found = re.match(
        r"(?:class|def) (\w+)|(\w+) = ", next(line for line in block if line and line[0] != "@")
    )
    return found[1] or found[2]


def mentions(block, name):
    return any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", line) for line in block)


def module_text(imports, definitions, body):
    parts = ["\n".join(imports)] if imports else []
    parts += ["\n".join(block) for block in definitions]
    parts += ["\n".join(body)] if body else []
    return "\n\n\n".join(parts) + "\n"


def split(build, imports, number):
    """The files, and the one that is run. Definitions that read names of the main file stay."""
    helper = f"parts_{number}"
    names = [defined_name(block) for block in build.definitions]
    bound = {line.split(" = ")[0] for step in build.steps for line in step.lines if " = " in line}
    stays = {
        n
        for n, block in zip(names, build.definitions)
        if any(line.strip().startswith("global ") for line in block)
        or any(
            mentions(block[1:], b) for b in bound if b.isidentifier() and not _is_local(block, b)
        )
    }
    changed = True
    while changed:
        changed = False
        for name, block in zip(names, build.definitions):
            if name not in stays and any(mentions(block, other) for other in stays):
                stays.add(name)
                changed = True
    moved = [(n, b) for n, b in zip(names, build.definitions) if n not in stays]
    kept = [b for n, b in zip(names, build.definitions) if n in stays]
    body = [line for step in build.steps for line in step.lines]
    main = f"main_{number}.py"
    if not moved:
        return {main: module_text(imports, build.definitions, body)}, main
    build.tag("two files")
    homes = deal(moved, helper, number) if build.chance(0.5) else {helper: moved}
    files = {}
    for home, blocks in homes.items():
        needs = needs_of([b for _, b in blocks], homes, but=home)
        files[f"{home}.py"] = module_text([*imports, *needs], [b for _, b in blocks], [])
    names_of = {home: [n for n, _ in blocks] for home, blocks in homes.items()}
    world = build.steps[0].lines
    if build.chance(0.3) and not any(mentions(world, name) for name in stays):
        # The model, its optimizer and its data are values of a file of their own.
        build.tag("world elsewhere")
        body = body[len(world) :]
        needs = needs_of([world], homes)
        files[f"world_{number}.py"] = module_text([*imports, *needs], [], world)
        names_of[f"world_{number}"] = [
            line.split(" = ")[0] for line in world if re.match(r"\w+ = ", line)
        ]
    style = build.rng.choices(STYLES, (4, 2, 2, 2))[0]
    build.tag(f"imported by {style.__name__}")
    lines = []
    for home, given in names_of.items():
        used = [n for n in given if any(mentions(block, n) for block in [*kept, body])]
        added, kept, body = style(home, used or given, kept, body)
        lines += added
    files[main] = module_text([*imports, *lines], kept, body)
    if len(homes) > 1:
        build.tag("three files")
    return files, main


# How a file imports: the lines, and what stands after them.


def by_name(home, names, definitions, body):
    return [f"from {home} import {', '.join(names)}"], definitions, body


def by_star(home, names, definitions, body):
    return [f"from {home} import *"], definitions, body


def by_module(home, names, definitions, body):
    blocks = [
        renamed(block, {n: f"{home}.{n}" for n in names if not _is_local(block, n)})
        for block in [*definitions, body]
    ]
    try:
        compile("\n".join(line for block in blocks for line in block), home, "exec")
    except SyntaxError:  # a name that is a keyword argument, too
        return by_name(home, names, definitions, body)
    return [f"import {home}"], blocks[:-1], blocks[-1]


def in_function(home, names, definitions, body):
    """By a function that gives what it has imported."""
    listed = ", ".join(names)
    lines = [
        "",
        "",
        f"def load_{home}():",
        f"    from {home} import {listed}",
        f"    return {listed}",
        "",
        "",
        f"{listed} = load_{home}()",
    ]
    return lines, definitions, body


STYLES = (by_name, by_star, by_module, in_function)


def deal(moved, helper, number):
    """The definitions by the file that they go to: classes apart, unless they need functions."""
    classes = [pair for pair in moved if any(line.startswith("class ") for line in pair[1])]
    others = [pair for pair in moved if pair not in classes]
    entangled = any(mentions(block, name) for _, block in classes for name, _ in others)
    if not classes or not others or entangled:
        return {helper: moved}
    return {f"models_{number}": classes, helper: others}


def needs_of(own, homes, but=None):
    """The imports of what the blocks of a file mention of those with a home elsewhere."""
    for other, blocks in homes.items():
        names = [n for n, _ in blocks if any(mentions(block, n) for block in own)]
        if other != but and names:
            yield f"from {other} import {', '.join(names)}"


def _is_local(block, name):
    """Whether the block binds the name itself: as a parameter or in an assignment."""
    text = "\n".join(block)
    return bool(
        re.search(
            rf"(def \w+\([^)]*\b{re.escape(name)}\b|^\s+{re.escape(name)}\s*=[^=])",
            text,
            re.MULTILINE,
        )
    )
