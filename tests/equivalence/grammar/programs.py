"""A whole program from a seed: a model, data, and a few phases, as one file or several."""

import json
import re
from dataclasses import dataclass, field

from grammar import elsewhere, flows, forms, leaks, onlookers, scenes
from grammar.code import Builder, fill, indented
from grammar.data import choose_data
from grammar.models import choose_model

PROBE = [2, 4]
# Code that asks whether there is a graph, or fails where there is one.
ASKING = re.compile(
    r"\.(requires_grad|is_leaf)\b(?!_|\s*=[^=])|grad_fn|needs_input_grad|is_grad_enabled|\.numpy\(\)"
)


@dataclass
class Program:
    """Files by name, the one that is run, and what the grammar put into it."""

    files: dict
    entry: str
    tags: list = field(default_factory=list)
    # The shape of an input of its models.
    probe: list = field(default_factory=lambda: list(PROBE))

    def text(self):
        return "\n".join(f"# == {name}\n{text}" for name, text in sorted(self.files.items()))


WORLD = """
torch.manual_seed($seed)
$net = $made
$opt = torch.optim.$optimizer($net.parameters(), lr=0.05)
$data = $batches
"""


def make_world(build):
    kind, model = choose_model(build)
    net, opt, data = (
        build.fresh(*names)
        for names in (
            ("net", "model", "policy"),
            ("opt", "optimizer"),
            ("loader", "batches", "val_loader", "train_loader"),
        )
    )
    build.step(
        fill(
            WORLD,
            seed=str(build.rng.randrange(100)),
            net=net,
            made=f"{kind}()",
            opt=opt,
            data=data,
            optimizer=build.pick("SGD", "SGD", "Adam"),
            batches=choose_data(build, net),
        )
    )
    world = flows.World(build, net, opt, data, model)
    if build.is_risked(0.04):
        onlookers.add_onlooker(build, world)
    return world


MAIN = """
def main():
    $declared
    $body
"""


def names_bound(lines):
    """Names that the statements bind at the top level."""
    found = set()
    for line in lines:
        bound = re.match(r"([\w, ]+?)\s*=[^=]", line)
        if bound:
            found.update(name.strip() for name in bound[1].split(","))
    return {name for name in found if name.isidentifier()}


def in_main(build):
    body = [line for step in build.steps for line in step.lines]
    defined = "\n".join(line for block in build.definitions for line in block)
    shared = [n for n in sorted(names_bound(body)) if re.search(rf"(?<![\w.]){n}(?!\w)", defined)]
    declared = [f"global {', '.join(shared)}"] if shared else ["pass"]
    ending = ['if __name__ == "__main__":', "    main()"] if build.chance(0.5) else ["main()"]
    return fill(MAIN, declared=declared, body=body) + ["", ""] + ending


def module_text(imports, definitions, body):
    parts = ["\n".join(imports)] if imports else []
    parts += ["\n".join(block) for block in definitions]
    if body:
        parts.append("\n".join(body))
    return "\n\n\n".join(parts) + "\n"


def notebook_text(imports, build):
    cells = ["\n".join(imports)]
    cells += ["\n".join(block) for block in build.definitions]
    cells += ["\n".join(step.lines) for step in build.steps]
    code = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": [line + "\n" for line in cell.split("\n")[:-1]] + cell.split("\n")[-1:],
        }
        for cell in cells
        if cell.strip()
    ]
    kernel = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return (
        json.dumps(
            {"cells": code, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}, indent=1
        )
        + "\n"
    )


def assemble(build, number):
    imports = list(build.imports)
    main = f"main_{number}.py"
    if build.chance(0.06) or build.notebook:
        return Program(
            {f"book_{number}.ipynb": notebook_text(imports, build)},
            f"book_{number}.ipynb",
            build.tags,
        )
    if build.chance(0.3):
        return Program(*elsewhere.split(build, imports, number), build.tags)
    top_level = any(step.top_level for step in build.steps)
    if not top_level and build.chance(0.25):
        body = in_main(build)
        build.tag("main()")
    else:
        body = [line for step in build.steps for line in step.lines]
    return Program({main: module_text(imports, build.definitions, body)}, main, build.tags)


def make_program(rng, number, only=()):
    """The program that the random generator gives. `only` names scenes to choose from."""
    build = Builder(rng)
    world = make_world(build)
    add_pieces(build, world, rng.choices((1, 2, 3), (5, 4, 1))[0], only)
    return finished(build, number)


# How often trouble is drawn in programs around leaks.
RISKS = (0.0, 0.1, 0.3, 1.0)


def make_leaking_program(rng, number, rules=()):
    """A program with a leak, or two, whose fix is mostly safe; of the rules, where some are given.

    It holds what other programs hold as well, and in half of them little that speaks against fixes.
    """
    build = Builder(rng)
    build.risk = rng.choices(RISKS, (3, 3, 3, 2))[0]
    world = make_world(build)
    order = ["leak"] * rng.choice((1, 1, 2)) + ["piece"] * rng.choices((0, 1, 2), (4, 4, 1))[0]
    rng.shuffle(order)
    for kind in order:
        if kind == "leak":
            leaks.add_leak(build, world, rules)
        else:
            add_pieces(build, world, 1)
    return finished(build, number)


def add_pieces(build, world, count, only=()):
    for _ in range(count):
        if only or build.chance(0.4):
            scenes.add_scene(build, world, only)
        else:
            flows.add_phase(build, world)


def finished(build, number):
    program = assemble(build, number)
    if ASKING.search(program.text()):
        program.tags.append("asked")
    if build.chance(0.2):
        rewrite(build, program)
    return program


def rewrite(build, program):
    """The same program in another form, where one fits that is chosen at random."""
    form = build.pick(*forms.FORMS)
    program.files = form(program.files) or program.files
    build.tag(f"form {form.__name__}")


__all__ = ["Program", "make_program", "indented"]
