"""What campaigns have judged, so that it can be told which of it still holds.

A record is a file of JSON lines: the settings of a campaign, and for each program that mlfix
changed which one it was, a fingerprint of its files before and after, and the edits. What a
program did before and after depends on these files alone. So where a later mlfix makes the same
of a program, the program need not be run again.
"""

import itertools
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from campaign import fingerprint, generate, selection


class Record:
    def __init__(self, path, settings):
        self.path = path and Path(path)
        self.append([{"settings": settings}])

    def add(self, judged):
        self.append(judged)

    def append(self, lines):
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)


@dataclass
class Count:
    same: Counter = field(default_factory=Counter)  # programs by level
    others: Counter = field(default_factory=Counter)
    edits: Counter = field(default_factory=Counter)


def read(path):
    """The settings of each judged program, and the program."""
    settings = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if "settings" in entry:
            settings = entry["settings"]
        else:
            yield settings, entry


def batches(entries, size):
    while batch := list(itertools.islice(entries, size)):
        yield batch


def recount(judge, paths):
    count = Count()
    entries = (entry for path in paths for entry in read(path))
    for batch in batches(entries, 60):
        for level, rules in {(entry["level"], tuple(s["rules"])) for s, entry in batch}:
            own = [p for p in batch if (p[1]["level"], tuple(p[0]["rules"])) == (level, rules)]
            recount_batch(judge, level, rules, own, count)
    return count


def recount_batch(judge, level, rules, pairs, count):
    programs = [
        generate(s["seed"], entry["program"], tuple(s["rules"]), s["plan"]) for s, entry in pairs
    ]
    fixes = judge.fix(programs, level, selection(rules))
    for program, fixed, (_, entry) in zip(programs, fixes, pairs):
        made = [fingerprint(program.files), fingerprint(fixed.files)]
        if made != [entry["before"], entry["after"]]:
            count.others[level] += 1
            continue
        count.same[level] += 1
        count.edits.update((rule, applicability) for rule, applicability in entry["edits"])
