"""Writes docs/guards.md from what campaigns with mutants recorded.

    guards_page.py WHY RECORD... > docs/guards.md

WHY says of guards that no program tells apart why that is so: a line each, a pattern of names,
the class of the reason and the reason, with tabs between. Of several records the better outcome counts.
"""

import fnmatch
import json
import sys
from collections import Counter
from pathlib import Path

from mutants import ASSUMED, NO_FIX

ORDER = ("told", "same behaviour", "same edits", "crashed", "never met")
TITLES = {
    "told": "Told apart",
    "same behaviour": "Other edits, and the same behaviour",
    "same edits": "The same edits",
    "crashed": "Cannot be switched off",
    "never met": "Never met",
}
TEXTS = {
    "told": "With the guard switched off a program does something else after its fixes, and with "
    "the guard it does not. *Level*: of the fixes; where it says “as it assumes”, the message of "
    "the wrong fix names what the program breaks. *After*: programs in which the guard left "
    "something alone until then.",
    "same behaviour": "The mutant writes something else, and all programs that were run do the "
    "same after it.",
    "same edits": "The guard leaves something alone, and no edit comes in its place when it does "
    "not: another guard or claim refuses too, or the finding has no fix.",
    "crashed": "The code behind the guard needs what the guard finds, or the engine refuses what "
    "comes of it.",
    "never met": "No program has what the guard looks for.",
}
# Why a guard that no program tells apart is there all the same; WHY gives each one's class.
CLASSES = {
    "worth": "what is left alone would be right, and pointless: no behaviour can tell",
    "report": "the finding has no fix either way",
    "behind": "another guard, or a claim, refuses too",
    "text": "about a printed `grad_fn=…` alone, which no comparison counts",
    "bound": "a bound on work: what is behind it is as safe, and slow",
    "engine": "the code behind it needs what it finds, or the fix would come back for ever",
    "outside": "needs what the programs do not have: a GPU, a framework, several processes, a screen",
}
SEEN_BEHIND, OPEN = "behind, as the programs show", "no reason is known"
HEAD = """# Guards, and whether programs notice that one is missing

A *guard* is what keeps a rule from a finding or a fix for a reason that it tells: in the text of an abstention, in what a fix assumes, or by a claim that has to be proven for a fix to be safe. For each guard a mutant of mlfix has been asked in which that guard alone answers “fine”: is there a program among those that [tests/equivalence](../tests/equivalence/README.md) makes which does something else after the mutant's fixes, and not after those of mlfix? This measures the programs, and whether the guard is needed.

```sh
cmake --build build --target mlfix_mutant
scripts/equivalence --mutants --programs 8000 --minutes 24 --record outcomes.json
python3 tests/equivalence/guards_page.py tests/mutants/why.tsv outcomes.json > docs/guards.md
scripts/equivalence --mutants --guards 'claim: JoinsAlone' --reduce   # one guard, and a small program
build/mlfix_mutant --list-guards
```

Mutants are made from the text of the sources (`tests/mutants/instrument.py`), which know nothing of it. Programs are only run where the mutant writes something else: first those that are kept in `testdata/equivalence/closed`, of which many were written for a guard each, then others made at random, a quarter of them with leaks whose fix is mostly safe. A guard is given up after 60 programs that were run, or several hundred of which its mutant makes the same. Where the mutant makes the same, up to six programs are asked what stands behind the guard: the guards that refuse in its place, a finding that has no fix, or what the fix assumes besides. The outcomes below are those of the second command.
"""


def better(first, second):
    return min(first, second, key=lambda row: ORDER.index(row["outcome"]))


def merged(records):
    rows = {}
    for record in records:
        for row in json.loads(Path(record).read_text(encoding="utf-8")):
            name = row["name"]
            old = rows.get(name)
            rows[name] = better(old, row) if old else row
            if old and rows[name]["outcome"] != "told":
                for count in ("met", "edited", "ran"):
                    rows[name][count] = old[count] + row[count]
                rows[name]["behind"] = Counter(old["behind"]) + Counter(row["behind"])
    return rows


def why(name, patterns):
    """The class of the reason, and the reason; nothing where WHY has none."""
    found = ((kind, text) for pattern, kind, text in patterns if fnmatch.fnmatchcase(name, pattern))
    return next(found, ("", ""))


def class_of(row, patterns):
    """What the row counts as among those that no program tells apart."""
    return why(row["name"], patterns)[0] or (SEEN_BEHIND if behind(row) else OPEN)


MOST_BEHIND = 2


def behind(row):
    """What keeps the code as it is where the guard does not, the most frequent first."""
    found = sorted(row.get("behind", {}).items(), key=lambda pair: (-pair[1], pair[0]))
    names = [name for name, _ in found if name not in (NO_FIX,)][:MOST_BEHIND]
    texts = ["; ".join(quoted(name, row["name"]) for name in names)] if names else []
    if NO_FIX in row.get("behind", {}):
        texts.append("the finding has no fix: the guard is about what is reported")
    return "; ".join(texts)


def quoted(name, of):
    if name.startswith(ASSUMED):
        return f"the fix stays unsafe, as it assumes that {name.removeprefix(ASSUMED)}"
    stem, _, text = name.partition(": ")
    if stem == "claim":
        return f"`{name}` refuses too"
    return f"“{text if of.startswith(stem + ':') else name}” refuses too"


def cell(text):
    return text.replace("|", "\\|").replace("`", "'")


def told_row(row):
    rules = ", ".join(f"`{rule}`" for rule in row["rules"])
    return (
        f"| {cell(row['name'])} | {rules} | {row['level']} | {row['after']} | `{row['told']}` |"
    )


def other_row(row, patterns):
    counts = f"{row['met']} | {row['edited']} | {row['ran']}"
    reason = why(row["name"], patterns)[1] or cell(behind(row))
    return f"| {cell(row['name'])} | {counts} | {reason} |"


def page(rows, patterns):
    counts = Counter(row["outcome"] for row in rows.values())
    yield HEAD
    yield "| outcome | guards |\n|---|--:|"
    for outcome in ORDER:
        yield f"| {TITLES[outcome].lower()} | {counts[outcome]} |"
    yield "\nOf those that are not told apart:\n\n| class | guards | |\n|---|--:|---|"
    classes = Counter(class_of(row, patterns) for row in rows.values() if row["outcome"] != "told")
    for kind, text in {**CLASSES, SEEN_BEHIND: "what refused in the programs instead", OPEN: ""}.items():
        yield f"| {kind} | {classes[kind]} | {text} |"
    for outcome in ORDER:
        own = sorted((r for r in rows.values() if r["outcome"] == outcome), key=lambda r: r["name"])
        if not own:
            continue
        yield f"\n## {TITLES[outcome]}\n\n{TEXTS[outcome]}\n"
        if outcome == "told":
            yield "| guard | rules | level | after | program |\n|---|---|---|--:|---|"
            yield from map(told_row, own)
        else:
            yield "| guard | met | other edits | run | why |\n|---|--:|--:|--:|---|"
            yield from (other_row(row, patterns) for row in own)


def main(reasons, *records):
    lines = Path(reasons).read_text(encoding="utf-8").splitlines()
    patterns = [line.split("\t") for line in lines if line and not line.startswith("#")]
    unknown = {kind for _, kind, _ in patterns} - CLASSES.keys()
    if unknown:
        raise SystemExit(f"{reasons}: no such class: {sorted(unknown)}")
    print("\n".join(page(merged(records), patterns)))


if __name__ == "__main__":
    main(*sys.argv[1:])
