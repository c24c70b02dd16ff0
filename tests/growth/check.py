#!/usr/bin/env python3
"""Every shape grows linearly: twice of it costs at most twice as much, and a little.

Measures by valgrind's count of executed superblocks, which repeats exactly on every
machine. Each shape of shapes.py is analysed at 1, 2, 4 and 8 times its unit, with all rules
and all fixes; what the smallest program of the shape costs is taken off, and the exponent is
that of the last step, by the size of the program. Fails for an exponent above 1.2, and for a
notebook that costs more than 1.5 times its module.

Shapes that are known to grow faster stand in KNOWN, each with the exponent that it must not
exceed; it also fails when one of them has become linear, so that the list stays true. That the
check can fail at all it proves every time with a shape that grows with the square of its unit.

    check.py DRIVER [--table] [SHAPE...]

With --table all four sizes are measured and printed as a Markdown table; without it the two
that the exponent needs.
"""

import math
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import shapes  # noqa: E402
import code_shapes  # noqa: E402, F401  (enters its shapes)
import control_shapes  # noqa: E402, F401
import resource_shapes  # noqa: E402, F401
import shared_shapes  # noqa: E402, F401

LIMIT = 1.2
LINEAR = 1.05  # so that a shape near the limit is not on one side here and on the other there
NOTEBOOK_LIMIT = 1.5
# Shapes that are refused beyond a size, and those of which fixes are left out, as too many
# change one place.
REFUSED = {"empty_continuations", "traces_in_loop", "groups_in_loop", "hooks_and_runs",
           "hooks_that_fill_one_list", "named_hooks", "hidden_states_of_one_loop"}
# Shapes with so many of one thing beyond a size that what rests on it is not reported, and that
# this is said.
IN_PART = {
    "accumulating_loops", "accumulating_loops_of_one_name", "adversaries_in_one_loop",
    "appends_to_one_attribute", "calls_of_methods", "class_chain_shared",
    "fields_of_a_constructor", "findings_in_reports", "findings_of_a_notebook_in_reports",
    "findings_that_are_silenced", "findings_that_are_silenced_on_long_lines",
    "forwards_of_class_chain", "gradient_reads", "graph_loops", "hook_handles_in_list",
    "hooks_in_loop", "hooks_on_layers", "hooks_on_one_model", "methods_in_circles",
    "methods_of_a_trainer", "methods_on_one_list", "networks_trained_in_turn",
    "operators_of_classes", "optimizers_in_one_loop", "properties", "steps_in_one_loop",
    "subclasses", "subclasses_with_own", "training_functions_without_zero",
    "training_loops_without_zero", "unrelated_classes",
}
SKIPPED = 77  # what CTest takes for a test that could not run

# Shapes that grow faster than they should, with the exponent that they have at most.
KNOWN = {}


def write(folder, files):
    """The size of what was written."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return sum(len(text) for text in files.values())


def measure(driver, names, factors):
    """By shape and factor the superblocks, and the size; 0 stands for the smallest program. And
    what was refused."""
    sizes = {}
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        lines = []
        for name in names:
            for factor in [0, *factors]:
                folder = root / name / str(factor)
                size = write(folder, shapes.program_of(name, factor))
                # That of the square is not for the exponent to know.
                sizes[name, factor] = factor if name == shapes.SQUARE else size
                purpose = shapes.PURPOSE.get(name, "patch")
                lines.append(f"{name}/{factor}\t{folder}\t{purpose}")
        (root / "list").write_text("\n".join(lines[:1] + lines) + "\n")  # the first warms up
        subprocess.run(["valgrind", "--tool=none", f"--log-file={root}/log",
                        "--main-stacksize=8388608", driver, str(root / "list")], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        log = (root / "log").read_text()
    return read_log(log, sizes), refusals(log)


def read_log(text, sizes):
    costs = {}
    last = begun = 0
    for line in text.splitlines():
        if found := re.search(r"([\d,]+) event checks", line):
            last = int(found[1].replace(",", ""))
        elif "** begin " in line:
            begun = last
        elif found := re.search(r"\*\* end (\w+)/(\d+)", line):
            name, factor = found[1], int(found[2])
            costs.setdefault(name, {})[factor] = (last - begun, sizes[name, factor])
    return costs


def refusals(log):
    """What was not analysed, or in part, and so measures less than it says: one line for each."""
    found = re.findall(r"\*\* refused (\w+)/(\d+) (.*)", log)
    expected = {*REFUSED, *((name, "has too many") for name in IN_PART)}
    return [f"{name} is refused at {factor} times its unit: {message}"
            for name, factor, message in found
            if name not in expected and (name, message[:12]) not in expected]


def exponent(costs):
    base, least = costs[0]
    (half, shorter), (whole, longer) = costs[4], costs[8]
    if whole - base < 100_000:  # does not grow to speak of
        return 0.0
    times = (whole - base) / max(half - base, 1)
    return math.log(times) / math.log((longer - least) / (shorter - least))


def complaints(costs, names):
    """What is wrong with the figures, one line each."""
    for name in names:
        slope = exponent(costs[name])
        limit = KNOWN.get(name, LIMIT)
        if slope > limit:
            yield f"{name} grows with an exponent of {slope:.2f}, more than {limit}"
        elif name in KNOWN and slope <= LINEAR:
            yield f"{name} has become linear ({slope:.2f}): take it from the list of the others"
    if "notebook_of_fixes" in names and "module_of_fixes" in names:
        times = costs["notebook_of_fixes"][8][0] / costs["module_of_fixes"][8][0]
        if times > NOTEBOOK_LIMIT:
            yield f"a notebook costs {times:.2f} times its module"


def print_table(costs, names):
    for name in sorted(names, key=lambda name: exponent(costs[name])):
        slope = exponent(costs[name])
        columns = " | ".join(f"{costs[name][k][0] / 1e6:.2f}" for k in (1, 2, 4, 8))
        title = name.replace("_", " ") + (" †" if name in IN_PART else "")
        mark = "**" if slope > LIMIT else ""
        print(f"| {mark}{title}{mark} | {shapes.UNIT[name]} | {columns} | {slope:.2f} |")


def main(arguments):
    with_table = "--table" in arguments
    driver, *names = [a for a in arguments if a != "--table"]
    names = names or list(shapes.SHAPES)
    if shutil.which("valgrind") is None:
        print("valgrind is not there")
        return SKIPPED
    costs, refused = measure(driver, [*names, shapes.SQUARE], [1, 2, 4, 8] if with_table else [4, 8])
    if with_table:
        print_table(costs, names)
    found = [*dict.fromkeys(refused), *complaints(costs, names)]
    if exponent(costs[shapes.SQUARE]) < 1.8:
        found.append("a program that grows with the square of its unit went unnoticed")
    for line in found:
        print(line)
    print(f"{len(names)} shapes, {len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
