#!/usr/bin/env python3
"""Every shape grows linearly: twice of it costs at most twice as much, and a little.

Measures by valgrind's count of executed superblocks, which repeats exactly on every
machine. Each shape of shapes.py is analysed at 1, 2, 4 and 8 times its unit, with all rules
and all fixes; what the smallest program of the shape costs is taken off, and the exponent is
that of the last step. Fails for an exponent above 1.15.

    check.py DRIVER [--table] [SHAPE...]

With --table all four sizes are measured and printed as a Markdown table; without it the two
that the exponent needs.
"""

import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import shapes  # noqa: E402

LIMIT = 1.15
ARGUMENTS = ["--no-config", "--jobs", "1", "--select", "all", "--unsafe", "--diff"]


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def measure(driver, names, factors):
    """The superblocks of each shape by factor; 0 stands for the smallest program."""
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        lines = []
        for name in names:
            for factor in [0, *factors]:
                folder = root / name / str(factor)
                write(folder, shapes.SHAPES[name](factor * shapes.UNIT[name] or 1))
                lines.append("\t".join([f"{name}/{factor}", *ARGUMENTS, str(folder)]))
        (root / "list").write_text("\n".join(lines[:1] + lines) + "\n")  # the first warms up
        subprocess.run(["valgrind", "--tool=none", f"--log-file={root}/log",
                        "--main-stacksize=8388608", driver, str(root / "list")], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return read_log((root / "log").read_text())


def read_log(text):
    costs = {}
    last = begun = 0
    for line in text.splitlines():
        if found := re.search(r"([\d,]+) event checks", line):
            last = int(found[1].replace(",", ""))
        elif "** begin " in line:
            begun = last
        elif found := re.search(r"\*\* end (\w+)/(\d+)", line):
            costs.setdefault(found[1], {})[int(found[2])] = last - begun
    return costs


def exponent(costs):
    base = costs[0]
    if costs[8] - base < 100_000:  # does not grow to speak of
        return 0.0
    return math.log2(max(costs[8] - base, 1) / max(costs[4] - base, 1))


def main(arguments):
    with_table = "--table" in arguments
    driver, *names = [a for a in arguments if a != "--table"]
    names = names or list(shapes.SHAPES)
    costs = measure(driver, names, [1, 2, 4, 8] if with_table else [4, 8])
    failed = []
    for name in names:
        slope = exponent(costs[name])
        if slope > LIMIT:
            failed.append(f"{name}: {slope:.2f}")
        if with_table:
            columns = " | ".join(f"{costs[name][k] / 1e6:.1f}" for k in (1, 2, 4, 8))
            print(f"| {name.replace('_', ' ')} | {shapes.UNIT[name]} | {columns} | {slope:.2f} |")
    for line in failed:
        print("grows too fast:", line)
    print(f"{len(names)} shapes, {len(failed)} of them grow too fast")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
