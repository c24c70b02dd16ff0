"""Writes docs/guards.md, and keeps what campaigns with mutants recorded.

    guards_page.py > docs/guards.md     from the tables of tests/mutants
    guards_page.py --note RECORD...     puts the outcomes of campaigns into programs.tsv

programs.tsv says which program tells a guard apart, cases.tsv which golden case, and why.tsv why
no program does: a line each, a pattern of names, the class of the reason and the reason, with
tabs between. Of several outcomes the best counts, also of those that stand there already.
"""

import fnmatch
import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

TABLES = Path(__file__).resolve().parents[1] / "mutants"
ORDER = ("told", "same behaviour", "same edits", "crashed", "never met")
OUTCOMES = {
    "same behaviour": "other edits, and the same behaviour",
    "same edits": "the same edits",
    "crashed": "nothing to go on with",
    "never met": "not met",
}
PROGRAMS_HEAD = """\
# What the programs of tests/equivalence make of each guard: the guard, a tab, the outcome. Where a
# program tells it apart: the level of the fixes, the programs until then in which it left something
# alone, the program, the rules. Else: the programs in which it did, those of which the mutant
# writes something else, and those that ran. Written by guards_page.py --note.
"""
# Why a guard that no program tells apart is there all the same; why.tsv gives each one's class.
CLASSES = {
    "worth": "what is left alone would be right, and pointless: no behaviour can tell",
    "report": "the finding has no fix either way",
    "besides": "another guard, or a claim, refuses too",
    "text": "about a printed `grad_fn=…` alone, which no comparison counts",
    "bound": "a bound on work: what is beyond it is as safe, and slow",
    "engine": "the code after it needs what it finds, or the fix would come back for ever",
    "outside": "needs what the programs do not have: a GPU, a framework, several processes, a screen",
    "new": "no campaign has asked about it yet",
}
WAYS = {
    "finding": "a finding comes or goes",
    "level": "a fix has another level",
    "fix": "a fix writes something else",
    "message": "a message says something else",
    "crash": "mlfix dies",
    "error": "the engine stops a fix that comes back for ever",
    "reason": "`--show-abstained` says something else",
}
HEAD = """# Guards, and what tells that one is missing

A *guard* is what keeps a rule from a finding or a fix for a reason that it tells: in the text of an abstention, in what a fix assumes, or by a claim that has to be proven for a fix to be safe. For each guard there is a mutant of mlfix in which that guard alone answers “fine”. Two things can tell this mutant from mlfix:

* **A program.** Among those that [tests/equivalence](../tests/equivalence/README.md) makes there is one that does something else after the mutant's fixes, and not after those of mlfix. Such a guard keeps mlfix from breaking a program.
* **A golden case.** The mutant says or writes something else of a case in `testdata`, or of a program that is kept there. Such a guard decides what is worth a finding, what is said of it, or how safe it is called, where no program that runs could tell.

Mutants are made from the text of the sources (`tests/mutants/instrument.py`), which know nothing of it. Each guard has a case of the second kind, also those that a program tells apart: the test `guards.cases` asks all of them again, and fails for a new guard without one.

```sh
cmake --build build --target mlfix_mutant
build/mlfix_mutant --list-guards
scripts/equivalence --mutants --cases                        # looks for golden cases: cases.tsv
scripts/equivalence --mutants --programs 8000 --minutes 24 --record outcomes.json
python3 tests/equivalence/guards_page.py --note outcomes.json  # programs.tsv
python3 tests/equivalence/guards_page.py > docs/guards.md
scripts/equivalence --mutants --guards 'claim: JoinsAlone' --reduce   # one guard, and a small program
```

Programs are only run where the mutant writes something else: first those that are kept in `testdata/equivalence/closed`, of which many were written for a guard each, then others made at random, a quarter of them with leaks whose fix is mostly safe. A guard is given up after 60 programs that were run, or several hundred of which its mutant makes the same. A mutant is asked about the golden cases in which its guard leaves something alone, each run as the tests of golden cases run it, with safe and with unsafe fixes.
"""
PROGRAMS_TEXT = """
## Told apart by programs that run

With the guard switched off a program does something else after its fixes, and with the guard it does not. *Level*: of the fixes; where it says “as it assumes”, the message of the wrong fix names what the program breaks. *After*: programs in which the guard left something alone until then.

| guard | rules | level | after | program |
|---|---|---|--:|---|"""
CASES_TEXT = """
## Told apart by golden cases

*Programs*: what became of those in which the guard leaves something alone.

| guard | golden case | what is another without it | programs | why they can't tell |
|---|---|---|---|---|"""
NEITHER_TEXT = """
## Told apart by neither

| guard | programs | why |
|---|---|---|"""


@dataclass
class Row:
    """What is known of a guard."""

    name: str
    outcome: str = "never met"
    details: tuple = ()  # as in programs.tsv
    way: str = ""
    case: str = ""

    def told_by(self):
        if self.outcome == "told":
            return "program"
        return "case" if self.case else ""


def read_table(name):
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def rows_of_tables():
    outcomes = read_table("programs.tsv")
    rows = {name: Row(name, outcome, tuple(rest)) for name, outcome, *rest in outcomes}
    for name, way, case in read_table("cases.tsv"):
        row = rows.setdefault(name, Row(name))
        row.way, row.case = way, case
    return rows


def details_of(record):
    """What a campaign recorded of a guard, as programs.tsv has it."""
    keys = ("level", "after", "told") if record["outcome"] == "told" else ("met", "edited", "ran")
    rules = (",".join(record["rules"]),) if record["outcome"] == "told" else ()
    return tuple(str(record[key]) for key in keys) + rules


def noted(rows, records):
    for record in records:
        for one in json.loads(Path(record).read_text(encoding="utf-8")):
            row = rows.setdefault(one["name"], Row(one["name"]))
            if ORDER.index(one["outcome"]) <= ORDER.index(row.outcome):
                row.outcome, row.details = one["outcome"], details_of(one)
    lines = ("\t".join((row.name, row.outcome, *row.details)) for _, row in sorted(rows.items()))
    return PROGRAMS_HEAD + "".join(line + "\n" for line in lines)


def why(name, patterns):
    """The class of the reason why no program tells, and the reason."""
    found = ((kind, text) for pattern, kind, text in patterns if fnmatch.fnmatchcase(name, pattern))
    return next(found, ("new", CLASSES["new"]))


def cell(text):
    return text.replace("|", "\\|").replace("`", "'")


def by_program(row):
    level, after, program, rules = row.details
    shown = ", ".join(f"`{rule}`" for rule in rules.split(","))
    return f"| {cell(row.name)} | {shown} | {level} | {after} | `{program}` |"


def of_programs(row):
    """Those in which it left something alone, and what the mutant made of them."""
    if row.outcome in ("told", "never met") or not row.details:
        return OUTCOMES["never met"]
    return f"{row.details[0]}: {OUTCOMES[row.outcome]}"


def by_case(row, patterns):
    reason = why(row.name, patterns)[1]
    return (
        f"| {cell(row.name)} | `{row.case}` | {WAYS[row.way]} | {of_programs(row)} | {reason} |"
    )


def by_neither(row, patterns):
    return f"| {cell(row.name)} | {of_programs(row)} | {why(row.name, patterns)[1]} |"


def page(rows, patterns):
    told = {by: [r for r in rows if r.told_by() == by] for by in ("program", "case", "")}
    yield HEAD
    yield "| told apart by | guards |\n|---|--:|"
    yield f"| programs that run | {len(told['program'])} |"
    yield f"| golden cases alone | {len(told['case'])} |"
    yield f"| neither | {len(told[''])} |"
    yield f"\nCases tell of {sum(bool(row.case) for row in told['program'])} of the first, too. In them:"
    yield "\n| without the guard | guards |\n|---|--:|"
    ways = Counter(row.way for row in rows if row.case)
    yield from (f"| {text} | {ways[way]} |" for way, text in WAYS.items() if ways[way])
    yield "\nWhy no program that runs tells of the others:"
    yield "\n| class | guards | |\n|---|--:|---|"
    classes = Counter(why(row.name, patterns)[0] for row in told["case"] + told[""])
    kinds = (kind for kind in CLASSES if classes[kind])
    yield from (f"| {kind} | {classes[kind]} | {CLASSES[kind]} |" for kind in kinds)
    yield PROGRAMS_TEXT
    yield from map(by_program, told["program"])
    yield CASES_TEXT
    yield from (by_case(row, patterns) for row in told["case"])
    if told[""]:
        yield NEITHER_TEXT
        yield from (by_neither(row, patterns) for row in told[""])


def main(arguments):
    rows = rows_of_tables()
    if arguments[:1] == ["--note"]:
        (TABLES / "programs.tsv").write_text(noted(rows, arguments[1:]), encoding="utf-8")
        return
    patterns = read_table("why.tsv")
    unknown = {kind for _, kind, _ in patterns} - CLASSES.keys()
    if unknown:
        raise SystemExit(f"why.tsv: no such class: {sorted(unknown)}")
    print("\n".join(page([row for _, row in sorted(rows.items())], patterns)))


if __name__ == "__main__":
    main(sys.argv[1:])
