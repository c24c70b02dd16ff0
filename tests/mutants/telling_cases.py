"""Which case tells each guard apart?

    telling_cases.py search MUTANT [--guards REGEX]    looks for them, and rewrites cases.tsv
    telling_cases.py check MUTANT                      are those of cases.tsv still right?

A guard is told apart by a case, a golden one or a program of testdata/equivalence, when the mutant
in which it is switched off says or writes something else of it than the one in which no guard is.
That is how most guards show what they are for: what a guard spares is often a finding that is not
worth its while, or one without a fix, and no program that runs can tell (docs/guards.md has those
that one tells).

A mutant is asked about the cases in which its guard left something alone, and no others. The best
answer counts: a case with another finding says more than one with other words.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE / "cases.tsv"
PROGRAMS = HERE / "programs.tsv"
ROOT = HERE.parents[1]
PAGE = ROOT / "docs/guards.md"
WRITE_PAGE = (sys.executable, "-B", "tests/equivalence/guards_page.py")
HEAD = """\
# The case that tells each guard apart: the guard, a tab, what of the case is another with
# the guard switched off, a tab, the case. Written by `scripts/equivalence --mutants --cases`.
"""
# What can be another, and the worth of it as an answer: the first is the best.
WAYS = ("finding", "level", "fix", "message", "crash", "error", "reason")
BEST = WAYS[:3]
AT_ONCE = 12
WHAT_TO_DO = """\
Write a golden case that the guard alone decides (testdata/GROUP/STEM, see CONTRIBUTING.md), or a
program for testdata/equivalence/closed. Then build mlfix_mutant and run
    scripts/equivalence --mutants --cases
    python3 tests/equivalence/guards_page.py > docs/guards.md
of which the first notes the case in tests/mutants/cases.tsv. Where no such case can be written,
something else refuses whatever the guard does: take the guard away."""


@dataclass(frozen=True)
class Answer:
    way: str
    case: str

    def worth(self):
        return -WAYS.index(self.way)


def read_table(path):
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def answers_in_table():
    return {guard: Answer(way, case) for guard, way, case in read_table(CASES)}


def told_by_programs():
    """The guards of which a campaign found a program that tells."""
    return {row[0] for row in read_table(PROGRAMS) if row[1] == "told"}


def guards_of(mutant):
    """The name of each guard, and the source that it stands in."""
    run = subprocess.run([mutant, "--list-guards"], capture_output=True, text=True, check=True)
    return dict(line.split("\t")[:2] for line in run.stdout.splitlines())


def outcomes(mutant, cases, guard=None):
    """What the rules make of each of the cases that the mutant gets through."""
    off = [f"--guard-off={guard}"] if guard else []
    run = subprocess.run(
        [mutant, *off, "--on-cases", *cases], capture_output=True, text=True, check=False
    )
    if run.returncode == 2:
        raise SystemExit(run.stderr.strip())
    return {one["case"]: one for one in map(json.loads, run.stdout.splitlines())}


def files_of(outcome):
    """The outcomes of the files of a case, most of which have one, at both levels."""
    for level in ("safe", "unsafe"):
        found = outcome[level]
        yield from found.values() if "findings" not in found else [found]


def aspects(outcome):
    """What there is to be told of a case, by way."""
    by_way = defaultdict(list)
    for number, file in enumerate(files_of(outcome)):
        for finding in file["findings"]:
            place = (number, finding["line"])
            by_way["finding"].append(place)
            by_way["level"].append((place, finding["level"]))
            by_way["fix"].append((place, finding["edits"]))
            by_way["message"].append((place, finding["words"]))
        by_way["fix"].append(file["text"])
        by_way["error"].append(file["errors"])
        by_way["reason"].append(file["left"])
    return by_way


def difference(plain, mutated):
    """The first way in which they differ, or nothing."""
    if mutated is None:
        return "crash"
    one, other = aspects(plain), aspects(mutated)
    return next((way for way in WAYS if one[way] != other[way]), None)


class Search:
    def __init__(self, mutant, plain):
        self.mutant, self.plain = mutant, plain

    def differing(self, guard, cases):
        """The answers of these cases, which the mutant may not get through at once."""
        cases = list(cases)
        while cases:
            part = cases[:AT_ONCE]
            mutated = outcomes(self.mutant, part, guard)
            for case in part:
                cases.remove(case)
                way = difference(self.plain[case], mutated.get(case))
                if way:
                    yield Answer(way, case)
                if way == "crash":
                    break

    def best(self, guard, first=None):
        """The best answer; of equals that in the table, or in the rule's own cases."""
        own = guard.partition(":")[0]
        met = [case for case, outcome in self.plain.items() if guard in outcome["met"]]
        met.sort(key=lambda case: (case != first, own not in case, "recall/" in case, case))
        best = None
        for answer in self.differing(guard, met):
            if best is None or answer.worth() > best.worth():
                best = answer
            if best.way in BEST:
                break
        return best


def search(mutant, wanted):
    guards, old = guards_of(mutant), answers_in_table()
    found = Search(mutant, outcomes(mutant, []))
    asked = [guard for guard in guards if re.search(wanted, guard)]
    with ThreadPoolExecutor(2) as pool:
        first = [old[guard].case if guard in old else None for guard in asked]
        answers = dict(zip(asked, pool.map(found.best, asked, first)))
    told = {guard: answers[guard] if guard in answers else old.get(guard) for guard in guards}
    rows = [f"{guard}\t{told[guard].way}\t{told[guard].case}\n" for guard in guards if told[guard]]
    CASES.write_text(HEAD + "".join(rows), encoding="utf-8")
    programs = told_by_programs()
    by_case = [guard for guard in guards if told[guard] and guard not in programs]
    neither = [guard for guard in guards if not told[guard] and guard not in programs]
    by_program = len(guards) - len(by_case) - len(neither)
    print(
        f"{len(guards)} guards: {by_program} told apart by programs, "
        f"{len(by_case)} by golden cases alone, {len(neither)} by neither"
    )
    for guard in neither:
        print(guard)


def is_page_old():
    run = subprocess.run(WRITE_PAGE, cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout != PAGE.read_text(encoding="utf-8")


def complaints(mutant):
    guards, table, programs = guards_of(mutant), answers_in_table(), told_by_programs()
    for guard, file in guards.items():
        if guard not in table:
            yield f"{file}: no case tells “{guard}” apart"
    yield from (f"{CASES.name}: there is no guard “{guard}”" for guard in table.keys() - guards)
    gone = programs - guards.keys()
    yield from (f"{PROGRAMS.name}: there is no guard “{guard}”" for guard in gone)
    if is_page_old():
        yield "docs/guards.md is older than the tables that it is written from"
    plain = outcomes(mutant, sorted({answer.case for answer in table.values()}))

    def tells(guard):
        case = table[guard].case
        return difference(plain[case], outcomes(mutant, [case], guard).get(case))

    asked = [guard for guard in table if guard in guards]
    with ThreadPoolExecutor(2) as pool:
        for guard, way in zip(asked, pool.map(tells, asked)):
            if not way:
                yield f"{guards[guard]}: {table[guard].case} no longer tells “{guard}” apart"
            elif table[guard].way != "crash" and WAYS.index(way) > WAYS.index(table[guard].way):
                case = table[guard].case
                yield f"{guards[guard]}: {case} tells “{guard}” apart by its {way} alone"


def check(mutant):
    found = list(complaints(mutant))
    if found:
        print(*found, WHAT_TO_DO, sep="\n")
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("check").add_argument("mutant")
    searching = commands.add_parser("search")
    searching.add_argument("mutant")
    searching.add_argument("--guards", default="", help="those whose names match this")
    given = parser.parse_args()
    if given.command == "check":
        sys.exit(check(given.mutant))
    search(given.mutant, given.guards)


if __name__ == "__main__":
    main()
