"""A program in two files: what it defines, or a part of it, is imported."""

import re

from grammar.code import lines_of


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
    if build.chance(0.3):
        line = f"from {helper} import *"
    else:
        line = f"from {helper} import {', '.join(n for n, _ in moved)}"
    return {
        main: module_text([*imports, line], kept, body),
        f"{helper}.py": module_text(imports, [b for _, b in moved], lines_of("")),
    }, main


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
