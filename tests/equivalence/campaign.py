"""Many programs from a seed, on all processors: what was edited, and what differs."""

import hashlib
import itertools
import multiprocessing
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from grammar.programs import make_leaking_program, make_program
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
    # What was written in each program, and judged.
    judged: list = field(default_factory=list)

    def add(self, other):
        self.programs += other.programs
        self.ran += other.ran
        self.unsteady += other.unsteady
        for name in ("changed", "edits", "failed", "covered"):
            getattr(self, name).update(getattr(other, name))
        self.differences += other.differences
        self.judged += other.judged


def scenes_at(turn, rules):
    """The scenes of a batch: those of the rules, or every other time those of one rule in turn,
    so that rare rules get their share; nothing for the whole grammar."""
    turn, own = divmod(turn, 2)
    if rules or not own:
        return scenes_of(rules)
    scenes = sorted(set(OF_RULE.values()))
    return scenes[turn % len(scenes)]


# Of so many batches the last ones hold leaks whose fix is mostly safe.
PLANS = {"mixed": (2, 3), "leaking": (0, 1)}


def generate(seed, number, rules=(), plan="mixed"):
    """The program of that number."""
    rng = random.Random(f"{seed}:{number}")
    plain, all_batches = PLANS[plan]
    turn, part = divmod(number // BATCH, all_batches)
    if part >= plain:
        return make_leaking_program(rng, number, rules)
    return make_program(rng, number, only=scenes_at(turn * plain + part, rules))


def fingerprint(files):
    return hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:16]


def selection(rules):
    """The options for the rules of a campaign; all rules where none are given."""
    return ("--select", ",".join(rules)) if rules else ALL_RULES


def judge_batch(judge, seed, first, count, rules, levels, plan):
    programs = [generate(seed, number, rules, plan) for number in range(first, first + count)]
    selected = selection(rules)
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
            tally.judged.append(
                {
                    "program": first + number,
                    "level": level,
                    "before": fingerprint(program.files),
                    "after": fingerprint(fixed.files),
                    "edits": [[f["rule"], f["fix"]["applicability"]] for f in fixed.applied],
                }
            )
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


def start_worker(binary, folder, seed, *settings):
    place = Path(tempfile.mkdtemp(dir=folder))
    worker["judge"] = Judge(binary, Runner(place), place)
    worker["settings"] = seed, *settings


def work(first):
    seed, *settings = worker["settings"]
    return judge_batch(worker["judge"], seed, first, BATCH, *settings)


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

    def __init__(self, binary, seed, jobs, rules=(), levels=tuple(LEVELS), plan="mixed"):
        self.jobs = jobs
        self.folder = tempfile.TemporaryDirectory(prefix="equivalence-")
        settings = (binary, self.folder.name, seed, rules, levels, plan)
        self.pool = multiprocessing.Pool(jobs, start_worker, settings)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.terminate()
        self.pool.join()
        self.folder.cleanup()

    def run(self, minutes, tell=lambda tally, part: None, first=0, most=None):
        """Judges programs until the time is up, at least one batch of them, or `most` programs."""
        end = time.monotonic() + 60 * minutes
        tally = Tally()
        starts = itertools.count(first, BATCH) if most is None else iter(range(0, most, BATCH))
        pending = [
            self.pool.apply_async(work, (start,)) for start in itertools.islice(starts, self.jobs)
        ]
        while pending:
            part = pending.pop(0).get()
            tally.add(part)
            if time.monotonic() < end:
                pending += [
                    self.pool.apply_async(work, (start,)) for start in itertools.islice(starts, 1)
                ]
            tell(tally, part)
        return tally

    def reduce(self, differences, each, minutes):
        """Reduced differences, a few of each signature, as they get ready."""
        end = time.monotonic() + 60 * minutes
        chosen = list(representatives(differences, each))
        for difference in self.pool.imap_unordered(reduce_one, chosen):
            yield difference
            if time.monotonic() > end:
                return
