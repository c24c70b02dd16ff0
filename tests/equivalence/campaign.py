"""Many programs from a seed, on all processors: what was edited, and what differs."""

import itertools
import multiprocessing
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from grammar.programs import make_program
from grammar.scenes import OF_RULE, scenes_of
from judging import ALL_RULES, LEVELS, Judge
from running import Runner

BATCH = 60


@dataclass
class Tally:
    programs: int = 0
    changed: Counter = field(default_factory=Counter)
    edits: Counter = field(default_factory=Counter)
    failed: Counter = field(default_factory=Counter)
    unsteady: int = 0
    ran: int = 0
    covered: Counter = field(default_factory=Counter)
    differences: list = field(default_factory=list)

    def add(self, other):
        self.programs += other.programs
        self.ran += other.ran
        self.unsteady += other.unsteady
        for name in ("changed", "edits", "failed", "covered"):
            getattr(self, name).update(getattr(other, name))
        self.differences += other.differences


def generate(seed, first, count, scenes):
    return [
        make_program(random.Random(f"{seed}:{n}"), n, only=scenes)
        for n in range(first, first + count)
    ]


def scenes_at(first, rules):
    """The scenes of the batch: those of the rules, or every other time those of one rule in turn,
    so that rare rules get their share; nothing for the whole grammar."""
    turn, own = divmod(first // BATCH, 2)
    if rules or not own:
        return scenes_of(rules)
    scenes = sorted(set(OF_RULE.values()))
    return scenes[turn % len(scenes)]


def judge_batch(judge, seed, first, count, rules, levels):
    programs = generate(seed, first, count, scenes_at(first, rules))
    selected = ("--select", ",".join(rules)) if rules else ALL_RULES
    tally = Tally(programs=len(programs))
    before, done, steady = {}, {}, set(range(len(programs)))
    for level in levels:
        for number, (program, fixed) in enumerate(
            zip(programs, judge.fix(programs, level, selected))
        ):
            if fixed.files in (program.files, done.get(number)) or number not in steady:
                continue
            done[number] = fixed.files
            tally.changed[level] += 1
            for finding in fixed.applied:
                tally.edits[(finding["rule"], finding["fix"]["applicability"])] += 1
            if number not in before:
                before[number] = judge.run(program)
                tally.ran += 1
                error = before[number].get("error")
                tally.failed[
                    "ended" if "ended" in before[number] else error["type"] if error else "-"
                ] += 1
            if not judge.differs(program, fixed, before[number]):
                continue
            difference = judge.judge(program, level, fixed)
            if difference is None:
                tally.unsteady += 1
                continue
            # A program that a safe fix breaks says nothing about the unsafe ones.
            steady.discard(number)
            difference.seed = f"{seed}:{first + number}"
            if difference.covered:
                tally.covered[difference.rule] += 1
            else:
                tally.differences.append(difference)
    return tally


worker = {}


def start_worker(binary, folder, seed, rules, levels):
    place = Path(tempfile.mkdtemp(dir=folder))
    worker["judge"] = Judge(binary, Runner(place), place)
    worker["settings"] = seed, rules, levels


def work(first):
    seed, rules, levels = worker["settings"]
    return judge_batch(worker["judge"], seed, first, BATCH, rules, levels)


def reduce_one(difference):
    return worker["judge"].reduce(difference)


def representatives(differences, each):
    """The first few of each signature."""
    met = Counter()
    for difference in differences:
        met[difference.signature()] += 1
        if met[difference.signature()] <= each:
            yield difference


class Campaign:
    """A pool of processes that judge, and then reduce what they found."""

    def __init__(self, binary, seed, jobs, rules=(), levels=tuple(LEVELS)):
        self.jobs = jobs
        self.folder = tempfile.TemporaryDirectory(prefix="equivalence-")
        settings = (binary, self.folder.name, seed, rules, levels)
        self.pool = multiprocessing.Pool(jobs, start_worker, settings)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.terminate()
        self.pool.join()
        self.folder.cleanup()

    def run(self, minutes, tell=lambda tally: None, first=0, most=None):
        """Judges programs until the time is up, at least one batch of them, or `most` programs."""
        end = time.monotonic() + 60 * minutes
        tally = Tally()
        starts = itertools.count(first, BATCH) if most is None else iter(range(0, most, BATCH))
        pending = [
            self.pool.apply_async(work, (start,)) for start in itertools.islice(starts, self.jobs)
        ]
        while pending:
            tally.add(pending.pop(0).get())
            if time.monotonic() < end:
                pending += [
                    self.pool.apply_async(work, (start,)) for start in itertools.islice(starts, 1)
                ]
            tell(tally)
        return tally

    def reduce(self, differences, each, minutes):
        """Reduced differences, a few of each signature, as they get ready."""
        end = time.monotonic() + 60 * minutes
        chosen = list(representatives(differences, each))
        for difference in self.pool.imap_unordered(reduce_one, chosen):
            yield difference
            if time.monotonic() > end:
                return
