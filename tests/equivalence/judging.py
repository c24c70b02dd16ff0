"""One program under one level of fixes: what was edited, and whether it still does the same."""

from dataclasses import dataclass, field

import assumptions
from comparing import compare
from fixing import Broken, fix_all
from grammar.programs import Program
from reducing import Reducer

LEVELS = {"safe": (), "unsafe": ("--unsafe",)}
# Rules that are off by default take part as well.
ALL_RULES = ("--select", "all")


@dataclass
class Difference:
    program: Program
    level: str
    rule: str
    differences: list
    findings: list
    fixed: dict
    covered: bool = False
    reduced: bool = False
    seed: str = ""
    assumed: list = field(default_factory=list)

    def signature(self):
        """What makes two differences look alike before they are reduced."""
        way = [
            t
            for t in self.program.tags
            if t.startswith(("route", "scene", "model read", "data", "phase"))
        ]
        return (
            self.level,
            self.rule,
            self.differences[0].partition(":")[0],
            " ".join(sorted(set(way))),
        )


class Judge:
    """Fixes programs and runs them, with one warm process and one folder."""

    def __init__(self, binary, runner, folder):
        self.binary, self.runner, self.folder = binary, runner, folder

    def fix(self, programs, level, rules=ALL_RULES):
        files = [program.files for program in programs]
        return fix_all(self.binary, files, self.folder / "fix", "--write", *LEVELS[level], *rules)

    def run(self, program, files=None):
        return self.runner.run(files or program.files, program.entry, program.probe)

    def differs(self, program, fixed, before=None):
        """What is different after the fix; nothing when nothing was changed."""
        if fixed.files == program.files:
            return []
        before = before or self.run(program)
        return compare(before, self.run(program, fixed.files), fixed.rules())

    def is_steady(self, program):
        """Whether two runs of the same program do the same."""
        return not compare(self.run(program), self.run(program), [])

    def difference(self, program, level, rules=ALL_RULES):
        """The difference that the fixes of this level make, or None."""
        (fixed,) = self.fix([program], level, rules)
        found = self.differs(program, fixed)
        if not found:
            return None
        applied = [f for f in fixed.applied if f["fix"]["applicability"] == level] or fixed.applied
        assumed = sorted(
            set().union(*(assumptions.of_finding(f) for f in applied), set())
        )
        return Difference(
            program, level, "+".join(fixed.rules()), found, applied, fixed.files, assumed=assumed
        )

    def name_rule(self, program, level, rules):
        """The one rule whose fixes make a difference by themselves, or all of them."""
        for rule in rules:
            if self.difference(program, level, ("--select", rule)):
                return (rule,)
        return tuple(rules)

    def is_covered(self, difference, found):
        """Whether the program breaks what the fixes assume, so that they may make what was found."""
        tags = difference.program.tags
        if difference.level == "unsafe":
            return assumptions.covered(difference.findings, tags, found)
        return assumptions.covered_when_safe(difference.rule, tags)

    def made_alone(self, program, level, rules):
        """The differences that the fixes of one rule make by themselves."""
        for rule in rules:
            difference = self.difference(program, level, ("--select", rule))
            if difference is not None:
                difference.rule = rule
                difference.covered = self.is_covered(difference, difference.differences)
                yield difference

    def judge(self, program, level, fixed):
        """The difference, named by rule, or None. The program was changed by `fixed`.

        Each rule answers for what its own fixes change: where several do, one that no assumption
        covers comes first.
        """
        found = self.differs(program, fixed)
        if not found or not self.is_steady(program):
            return None
        alone = list(self.made_alone(program, level, fixed.rules()))
        if alone:
            return min(alone, key=lambda difference: difference.covered)
        difference = self.difference(program, level, ("--select", ",".join(fixed.rules())))
        if difference is None:  # the rules make it together with a rule that reports only
            difference = self.difference(program, level)
        if difference is not None:
            difference.rule = "+".join(fixed.rules())
            difference.covered = self.is_covered(difference, found)
        return difference

    def is_of_level(self, program, level, rules):
        """Whether the fixes need the level: no safe one among them may be to blame."""
        if level == "safe":
            return True
        (safe,) = self.fix([program], "safe", rules)
        return safe.files == program.files

    def reduce(self, difference, tries=150):
        """The same difference in a smaller program."""
        program, rules = difference.program, ("--select", difference.rule.replace("+", ","))
        kind = difference.differences[0].partition(":")[0]
        error = (
            (self.run(program)["error"] or {}).get("type")
            if "ended" not in self.run(program)
            else None
        )

        def holds(files):
            candidate = Program(files, program.entry, program.tags, program.probe)
            try:
                (fixed,) = self.fix([candidate], difference.level, rules)
            except Broken:
                return False
            if fixed.files == files or not self.is_of_level(candidate, difference.level, rules):
                return False
            before = self.run(candidate)
            if "ended" in before or (before["error"] or {}).get("type") != error:
                return False
            found = compare(before, self.run(candidate, fixed.files), fixed.rules())
            return any(text.startswith(kind) for text in found)

        files = Reducer(holds, tries).reduce(program.files)
        smaller = Program(files, program.entry, program.tags, program.probe)
        (fixed,) = self.fix([smaller], difference.level, rules)
        named = self.name_rule(smaller, difference.level, fixed.rules())
        result = self.difference(smaller, difference.level, ("--select", ",".join(named)))
        if result is None:
            return difference
        result.rule, result.covered, result.seed = (
            difference.rule,
            difference.covered,
            difference.seed,
        )
        result.reduced = True
        return result
