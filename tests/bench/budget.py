"""What a run costs in instructions, which know no noise and repeat within a part in thousand.

    python3 budget.py MLFIX [--exactly]

Analyses a fixed corpus with all rules, under valgrind, on one thread: the project of
tests/bench/editor.py, whose files import each other and of which each has a leak, and the
programs of testdata/demo. Fails when that costs more than MARGIN over BUDGET; with --exactly,
for the build that BUDGET is of, also when it costs less, so that what was won is kept: set
BUDGET to what is printed.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import editor  # noqa: E402

BUDGET = 698  # millions, GCC 12, -O1
MARGIN = 0.03
SKIPPED = 77
FILES, LINES = 60, 1500
DEMO = Path(__file__).parents[2] / "testdata/demo"


def cost(mlfix, folder):
    """In millions of instructions."""
    log = folder / "log"
    corpus = folder / "corpus"
    editor.write_project(corpus, FILES, LINES)
    shutil.copytree(DEMO, corpus / "demo")
    run = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
         f"--log-file={log}", "--main-stacksize=8388608",
         mlfix, "-j1", "--no-cache", "--no-config", "--format", "json", "."],
        cwd=corpus, stdout=subprocess.PIPE, check=False)
    if run.stdout.count(b'"rule"') < FILES:
        sys.exit(f"the leaks were not found: status {run.returncode}")
    return int(re.search(r"I\s+refs:\s+([\d,]+)", log.read_text())[1].replace(",", "")) / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mlfix")
    parser.add_argument("--exactly", action="store_true")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("valgrind is not there")
        return SKIPPED
    with tempfile.TemporaryDirectory() as scratch:
        millions = cost(str(Path(options.mlfix).resolve()), Path(scratch).resolve())
    share = millions / BUDGET - 1
    print(f"{millions:.0f} million instructions, {share:+.1%} against the budget of {BUDGET}")
    return 1 if share > MARGIN or options.exactly and share < -MARGIN else 0


if __name__ == "__main__":
    sys.exit(main())
