"""Runs a program before and after mlfix fixes it, and compares the two.

    python3 check.py MLFIX PROGRAM...             exit status 1 when one fails
    python3 check.py --table MLFIX PROGRAM...     also prints a table in Markdown

A program says in comments on top what it shows:

    # rule: no-grad-eval      the rule whose fix is applied, and no other
    # level: safe             or unsafe: the fix needs --unsafe
    # measure: bytes          see observe.py
    # leak: growth            what the fix changes: growth from sample to sample, the
                              peak over the first sample, the total in the end, or nothing
    # output: same            or "different": an unsafe fix may change the numbers
    # option: remove: true    optional: an option that the rule runs with
    # needs: keras            optional: a package without which it can't be run

The fix must be applied and leave nothing to find. Then both runs must end well
and, unless said otherwise, print the same bytes; a leak that grew must be flat
(less than a tenth of the growth is left), a peak must fall by a fifth.

A program beside which there is a NAME.naive.py is one that mlfix leaves alone.
The other is the same program after the fix that first comes to mind, and must
fail or print something else: that is why it is left alone. Either name may be
given. A program may be a notebook; the comments then stand in its first cell.

The exit status is 77 when nothing failed, but no program could be run.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

SKIPPED = 77
OBSERVE = Path(__file__).resolve().parents[2] / "src" / "measure" / "observe.py"
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


class Failure(Exception):
    """What a program does that it must not."""


class Skipped(Exception):
    """Why a program can't be run here."""


@dataclass
class Run:
    status: int
    output: str
    errors: str
    samples: list


class Observer:
    """The process that runs all programs; see observe.py."""

    def __init__(self, folder):
        self.folder = folder
        environment = {
            **os.environ,
            "OMP_NUM_THREADS": "1",
            "MPLBACKEND": "Agg",
            "IPYTHONDIR": str(folder),
            "MPLCONFIGDIR": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "TMPDIR": str(folder),
        }
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([PYTHON, OBSERVE], env=environment, **pipes)

    def run(self, program, measure="bytes"):
        names = ("samples", "out", "err")
        files = {name: self.folder / name for name in names}
        for file in files.values():
            file.unlink(missing_ok=True)
        request = {"program": program, "measure": measure, "folder": program.parent, **files}
        self.process.stdin.write(json.dumps(request, default=str) + "\n")
        self.process.stdin.flush()
        status = int(self.process.stdout.readline())
        samples, output, errors = (f.read_text() if f.exists() else "" for f in files.values())
        return Run(status, output, errors, json.loads(samples or "[]"))

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def mlfix(binary, claim, program, folder, *options):
    configuration = folder / "mlfix.yaml"
    option = claim.get("option")
    rules = f"rules:\n  {claim['rule']}:\n    {option}\n" if option else ""
    configuration.write_text(rules)
    command = [binary, "--config", configuration, "--select", claim["rule"], *options, program]
    return subprocess.run(command, capture_output=True, text=True)


def code_of(program):
    text = program.read_text(encoding="utf-8")
    if program.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def growth(samples):
    """By sample, over the second half: the first iterations fill caches."""
    half = len(samples) // 2
    return (samples[-1] - samples[half]) / (len(samples) - 1 - half)


def claims(program):
    pattern = r"^# (rule|level|measure|leak|output|option|needs): (.*)$"
    return dict(re.findall(pattern, code_of(program), re.MULTILINE))


def check_leak(kind, before, after):
    if kind == "nothing":
        return "", ""
    if kind == "total":
        if after[-1] >= before[-1]:
            raise Failure(f"is not less: {before[-1]} before, {after[-1]} after")
        return before[-1], after[-1]
    if min(len(before), len(after)) < 4:
        raise Failure(f"takes too few samples: {len(before)} before, {len(after)} after")
    if kind == "peak":
        first, second = max(before) - before[0], max(after) - after[0]
        if second > 0.8 * first:
            raise Failure(f"the peak does not fall: {first} before, {second} after")
    else:
        first, second = growth(before), growth(after)
        if first <= 0:
            raise Failure(f"does not leak before the fix: {before}")
        if second > first / 10:
            raise Failure(f"still leaks after the fix: {first} before, {second} after: {after}")
    return first, second


def require(package):
    found = subprocess.run([PYTHON, "-c", f"import {package}"], capture_output=True, text=True)
    if found.returncode != 0:
        raise Skipped(f"needs {package}: {found.stderr.strip().splitlines()[-1]}")


def check_fix(binary, program, folder, observer):
    claim = claims(program)
    if "needs" in claim:
        require(claim["needs"])
    copy = folder / program.name
    copy.write_bytes(program.read_bytes())
    before = observer.run(copy, claim["measure"])
    if before.status != 0:
        raise Failure(f"fails before the fix:\n{before.errors}")
    options = ["--unsafe"] if claim["level"] == "unsafe" else []
    applied = mlfix(binary, claim, copy, folder, "--write", *options)
    if applied.returncode != 0 or copy.read_bytes() == program.read_bytes():
        raise Failure(f"is not fixed:\n{applied.stdout}{applied.stderr}")
    after = observer.run(copy, claim["measure"])
    if after.status != 0:
        raise Failure(f"fails after the fix:\n{after.errors}\n{copy.read_text()}")
    if claim.get("output", "same") == "same" and after.output != before.output:
        raise Failure(f"prints something else:\n{before.output}---\n{after.output}")
    leak = check_leak(claim["leak"], before.samples, after.samples)
    return claim, leak


def check_left_alone(binary, program, naive, folder, observer):
    found = mlfix(binary, claims(program), program, folder, "--unsafe", "--diff")
    if found.stdout:
        raise Failure(f"is changed:\n{found.stdout}")
    as_it_is, forced = observer.run(program), observer.run(naive)
    if as_it_is.status != 0:
        raise Failure(f"fails:\n{as_it_is.errors}")
    if forced.status == 0 and forced.output == as_it_is.output:
        raise Failure("the naive fix does no harm")


def check(binary, program, observer):
    """The row of the table, or None for a program that is left alone."""
    if program.stem.endswith(".naive"):
        program = program.with_name(program.name.replace(".naive.", "."))
    naive = program.with_suffix(".naive" + program.suffix)
    with tempfile.TemporaryDirectory() as folder:
        if naive.exists():
            check_left_alone(binary, program, naive, Path(folder), observer)
            return None
        return check_fix(binary, program, Path(folder), observer)


def readable(value, measure, kind):
    if kind == "nothing":
        return "–"
    unit = measure.removeprefix("uncollected-").partition(":")[0]
    number = f"{round(value / 1024):,} KiB" if unit == "bytes" else f"{value:.3g} {unit}"
    return f"{number} an iteration" if kind == "growth" else number


def check_all(binary, programs):
    """The rows of the table, and the exit status."""
    failed, skipped, rows = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        observer = Observer(Path(folder))
        for program in programs:
            try:
                row = check(binary, program.resolve(), observer)
            except Skipped as reason:
                skipped += 1
                print(f"{program}: skipped: {reason}", file=sys.stderr)
                continue
            except Failure as failure:
                failed += 1
                print(f"{program}: {failure}", file=sys.stderr)
                continue
            if row:
                rows.append((program.stem.removesuffix(".demo"), *row))
        observer.close()
    if failed:
        return rows, 1
    return rows, SKIPPED if skipped == len(programs) else 0


def print_table(rows):
    print("| program | rule | level | what is counted | before | after |")
    print("|---|---|---|---|--:|--:|")
    for stem, claim, (before, after) in rows:
        shown = [readable(v, claim["measure"], claim["leak"]) for v in (before, after)]
        what = f"{claim['measure']}, {claim['leak']}"
        rule = f"{stem} | {claim['rule']} | {claim['level']}"
        print(f"| {rule} | {what} | {shown[0]} | {shown[1]} |")


def main():
    arguments = sys.argv[1:]
    binary, *programs = [a for a in arguments if a != "--table"]
    rows, status = check_all(os.path.abspath(binary), [Path(name) for name in programs])
    if "--table" in arguments:
        print_table(rows)
    sys.exit(status)


if __name__ == "__main__":
    main()
