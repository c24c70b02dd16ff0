"""Would the programs notice if a guard of a rule were missing?

`mlfix_mutant` (tests/mutants) is mlfix with guards that can be switched off one by one. For each
of them programs are looked for that do something else after the fixes of the mutant, and not
after those of mlfix. A guard can only matter to programs in which it leaves something alone, and
only where the mutant writes something else: all others are not run, so that thousands of
programs can be asked about hundreds of guards.
"""

import itertools
import json
import random
import subprocess
from collections import Counter
from dataclasses import dataclass, field

import assumptions
import cases
from comparing import compare
from fixing import Broken, report_on, write_programs
from grammar.lookalikes import BY_RULE
from grammar.programs import Program, make_leaking_program, make_program
from grammar.scenes import OF_RULE, scenes_of
from judging import ALL_RULES, LEVELS, Judge
from reducing import Reducer

BATCH = 40
# A guard is given up after so many programs of which its mutant makes the same, or that were run.
MOST_SAME = 300
MOST_RUN = 60
MOST_CRASHES = 10
# For so many of them we look at what comes after the guard.
MOST_ASKED = 6


@dataclass
class Guard:
    name: str
    file: str
    part_of: str  # rules, separated by commas
    met: int = 0  # programs in which it leaves something alone
    edited: int = 0  # … of which the mutant makes something else
    ran: int = 0
    told: str = ""  # the program that tells, "" when none does
    level: str = ""
    after: int = 0  # programs that it was met in until then
    crashes: int = 0
    crashed: str = ""  # what the mutant says where it can't go on
    rules: Counter = field(default_factory=Counter)
    differences: list = field(default_factory=list)
    # What refuses too where the mutant makes the same: other guards, or a finding without a fix.
    behind: Counter = field(default_factory=Counter)
    asked: int = 0

    def is_open(self):
        given_up = self.met - self.edited >= MOST_SAME * (1 + self.edited)
        broken = self.crashes >= MOST_CRASHES
        return not (self.told or given_up or broken or self.ran >= MOST_RUN)

    def select(self):
        return ("--select", self.part_of)

    def off(self):
        return (*self.select(), f"--guard-off={self.name}")

    def outcome(self):
        if self.told:
            return "told"
        if self.crashed:
            return "crashed"
        if self.met == 0:
            return "never met"
        return "same behaviour" if self.edited else "same edits"


def list_guards(binary):
    run = subprocess.run([binary, "--list-guards"], capture_output=True, text=True, check=True)
    return [Guard(*line.split("\t")) for line in run.stdout.splitlines()]


# In place of scenes: programs with leaks whose fix is mostly safe.
LEAKING = None


def grammars():
    """The whole grammar in turn with the scenes, and the look-alikes, of one rule each, and leaks."""
    lookalikes = itertools.cycle(BY_RULE.values())
    for scenes in sorted(set(OF_RULE.values())):
        yield ()
        yield scenes
        yield (next(lookalikes).__name__,)
        yield LEAKING


def programs_of(seed, rules=()):
    """Programs by name: those that are kept are few, and come first elsewhere."""
    ways = [scenes_of((rule,)) for rule in rules] or list(grammars())
    for number in itertools.count():
        scenes = ways[number % len(ways)]
        rng = random.Random(f"{seed}:{number}")
        leaking = scenes is LEAKING
        program = (
            make_leaking_program(rng, number) if leaking else make_program(rng, number, only=scenes)
        )
        yield f"{seed}:{number}", program


def kept_programs(folder):
    for path in cases.all_cases(folder / "closed"):
        program, _ = cases.load(path)
        yield f"closed/{path.name}", program


NO_FIX = "a finding without a fix"
ASSUMED = "the fix assumes more: "


def fixes_in(findings):
    """What would be edited, and how sure that is, of each finding that has a fix."""
    return {
        (finding["rule"], finding["fix"]["applicability"], json.dumps(finding["fix"]["edits"]))
        for finding in findings
        if finding.get("fix") and finding["fix"]["edits"]
    }


def reports_in(findings):
    """The findings that have no fix."""
    return {
        (finding["rule"], finding["line"], finding["message"])
        for finding in findings
        if not (finding.get("fix") and finding["fix"]["edits"])
    }


def assumed_in(findings):
    """What each fix assumes, by what it would edit."""
    return {
        (finding["rule"], json.dumps(finding["fix"]["edits"])): {
            each["text"] for each in finding["fix"].get("assumptions", ())
        }
        for finding in findings
        if finding.get("fix") and finding["fix"]["edits"]
    }


def assumed_besides(mutated, plain):
    """What fixes still assume of which the mutant assumes less."""
    fewer = assumed_in(mutated)
    for fix, texts in assumed_in(plain).items():
        if fewer.get(fix, texts) < texts:
            yield from fewer[fix]


class Mutants:
    def __init__(self, binary, runner, folder):
        self.binary, self.folder = binary, folder
        self.judge = Judge(binary, runner, folder)
        self.before = {}

    def guards_met(self, place, index, options=ALL_RULES):
        """The names of the guards that leave something alone in one program of a batch."""
        record = self.folder / "met.txt"
        record.unlink(missing_ok=True)
        report_on(self.binary, place, (*options, f"--guards-met={record}"), [f"p{index}"])
        return set(record.read_text(encoding="utf-8").splitlines())

    def note_behind(self, guard, place, index, findings, known):
        """Notes what leaves the program alone where the guard does not."""
        if guard.asked >= MOST_ASKED:
            return
        guard.asked += 1
        met = self.guards_met(place, index, guard.select())
        behind = self.guards_met(place, index, guard.off()) - met - {guard.name}
        guard.behind.update(behind)
        guard.behind.update(ASSUMED + text for text in assumed_besides(findings, known))
        if reports_in(findings) - reports_in(known):
            guard.behind[NO_FIX] += 1

    def fix(self, program, level, options):
        (fixed,) = self.judge.fix([program], level, options)
        return fixed

    def run_before(self, name, program):
        if name not in self.before:
            self.before[name] = self.judge.run(program)
        return self.before[name]

    def difference(self, guard, name, program, level):
        """What the mutant's fixes of this program change and mlfix's do not, and its fixes."""
        fixed = self.fix(program, level, guard.select())
        mutated = self.fix(program, level, guard.off())
        if fixed.files == mutated.files:
            return [], mutated
        guard.ran += 1
        before = self.run_before(name, program)
        if self.judge.differs(program, fixed, before):
            return [], mutated
        return compare(before, self.judge.run(program, mutated.files), mutated.rules()), mutated

    def is_covered(self, level, program, mutated, found):
        if level == "unsafe":
            return assumptions.covered(mutated.applied, program.tags, found)
        return any(assumptions.covered_when_safe(r, program.tags) for r in mutated.rules())

    def try_program(self, guard, name, program, levels):
        """Whether the mutant's fixes of the program do something else. Notes how."""
        for level in levels:
            found, mutated = self.difference(guard, name, program, level)
            if found and self.judge.is_steady(program):
                covered = self.is_covered(level, program, mutated, found)
                guard.told, guard.after, guard.differences = name, guard.met, found
                guard.level = f"{level}, as it assumes" if covered else level
                return True
        return False

    def ask(self, guard, own, place, known):
        """Asks one mutant about the programs of a batch that it takes part in."""
        paths = [f"p{index}" for index, _, _ in own]
        options = ("--unsafe", *guard.off())
        findings = report_on(self.binary, place, options, paths)
        for index, name, program in own:
            guard.met += 1
            new = fixes_in(findings[index]) - fixes_in(known[index])
            if not new:
                self.note_behind(guard, place, index, findings[index], known[index])
                continue
            guard.edited += 1
            guard.rules.update({rule for rule, _, _ in new})
            levels = LEVELS if any(level == "safe" for _, level, _ in new) else ("unsafe",)
            if self.try_program(guard, name, program, levels):
                return

    def ask_one_by_one(self, guard, own, place, known):
        """Where the mutant can't go on with one program, it may still tell by another."""
        for each in own:
            try:
                self.ask(guard, [each], place, known)
            except Broken as error:
                guard.crashes += 1
                guard.crashed = str(error).splitlines()[0][:300]
            if not guard.is_open():
                return

    def ask_all(self, guards, batch):
        """Asks all open guards about the programs of a batch."""
        place = self.folder / "batch"
        write_programs([program.files for _, program in batch], place)
        met = [self.guards_met(place, index) for index in range(len(batch))]
        findings = report_on(self.binary, place, ("--unsafe", *ALL_RULES))
        for guard in guards:
            own = [(i, *pair) for i, pair in enumerate(batch) if guard.name in met[i]]
            if not own or not guard.is_open():
                continue
            try:
                self.ask(guard, own, place, findings)
            except Broken:
                self.ask_one_by_one(guard, own, place, findings)
        self.before.clear()

    def reduce(self, guard, program, tries=120):
        """A smaller program that tells the guard's mutant apart."""
        level = guard.level.partition(",")[0]
        kind = guard.differences[0].partition(":")[0]

        def holds(files):
            candidate = Program(files, program.entry, program.tags, program.probe)
            self.before.clear()
            try:
                found, _ = self.difference(guard, "candidate", candidate, level)
            except Broken:
                return False
            return any(text.startswith(kind) for text in found)

        return Program(
            Reducer(holds, tries).reduce(program.files), program.entry, program.tags, program.probe
        )


def batches(programs):
    programs = iter(programs)
    while batch := list(itertools.islice(programs, BATCH)):
        yield batch


def campaign(mutants, guards, programs, is_over=lambda: False, tell=lambda count: None):
    """Asks until no guard is open, or the programs or the time are used up."""
    count = 0
    for batch in batches(programs):
        mutants.ask_all(guards, batch)
        count += len(batch)
        tell(count)
        if is_over() or not any(guard.is_open() for guard in guards):
            break
    return count


__all__ = ["Mutants", "campaign", "kept_programs", "list_guards", "programs_of"]
