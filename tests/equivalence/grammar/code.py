"""How pieces of the grammar write code: templates, fresh names, one program being built.

A template is Python in which `$name` stands for a part. A `$name` that stands alone on a
line is replaced by a block, at the indentation of that line.
"""

import re
import textwrap
from dataclasses import dataclass, field

PART = re.compile(r"\$(\w+)")


def lines_of(part):
    if isinstance(part, str):
        part = textwrap.dedent(part).strip("\n").split("\n") if part.strip() else []
    return list(part)


def fill(template, **parts):
    """The lines of the template with its parts put in."""
    result = []
    for line in lines_of(template):
        alone = PART.fullmatch(line.strip())
        if alone and not isinstance(parts[alone[1]], str):
            indent = line[: len(line) - len(line.lstrip())]
            result += [indent + inner if inner else inner for inner in parts[alone[1]]]
        else:
            result.append(PART.sub(lambda found: str(parts[found[1]]), line))
    return result


def renamed(lines, new_names):
    """The lines with each of the names, as a word that no dot precedes, replaced."""
    if not new_names:
        return list(lines)
    words = "|".join(re.escape(name) for name in new_names)
    pattern = re.compile(rf"(?<![\w.])({words})(?!\w)")
    return [pattern.sub(lambda found: new_names[found[1]], line) for line in lines]


def indented(lines, by=1):
    return ["    " * by + line if line else line for line in lines]


@dataclass
class Step:
    """Statements that belong together: a cell, or a part of main()."""

    lines: list
    # Whether they only mean the same at the top level of a module.
    top_level: bool = False


@dataclass
class Builder:
    """A program being built."""

    rng: object
    imports: dict = field(default_factory=dict)
    definitions: list = field(default_factory=list)
    steps: list = field(default_factory=list)
    taken: set = field(default_factory=set)
    tags: list = field(default_factory=list)
    # How often a part is drawn that speaks against a fix: as the pieces say at 1, never at 0.
    risk: float = 1.0
    # Whether what it holds only means something in a notebook.
    notebook: bool = False

    def pick(self, *options):
        return self.rng.choice(options)

    def lean(self, options, harmless, probability=0.5):
        """One of the options, and with the probability one of the first few, which are harmless."""
        return self.pick(*(options if self.is_risked(1 - probability) else options[:harmless]))

    def weigh(self, options, harmless):
        """One of the options, of which the first few are harmless."""
        return self.lean(options, harmless, 0)

    def is_risked(self, probability):
        """Whether something is drawn that may need what a fix takes away."""
        return self.chance(probability * self.risk)

    def chance(self, probability):
        return self.rng.random() < probability

    def fresh(self, *options):
        """A name that the program does not use yet: one of the options, or with a number."""
        name = base = self.rng.choice(options)
        number = 2
        while name in self.taken:
            name = f"{base}{number}"
            number += 1
        self.taken.add(name)
        return name

    def need(self, *imports):
        for line in imports:
            self.imports.setdefault(line, None)

    def define(self, template, **parts):
        self.definitions.append(fill(template, **parts))

    def step(self, lines, top_level=False):
        self.steps.append(Step(lines_of(lines), top_level))

    def tag(self, *tags):
        self.tags += tags
