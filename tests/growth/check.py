#!/usr/bin/env python3
"""Every shape grows linearly: twice of it costs at most twice as much, and a little.

Measures by valgrind's count of executed superblocks, which repeats exactly on every
machine. Each shape of shapes.py is analysed at 1, 4 and perhaps 8 times its unit, with all rules
and all fixes; what the smallest program of the shape costs is taken off. Fails for an exponent
above 1.2 from 4 to 8 times the unit, by the size of the program, and for a notebook that costs
more than 1.5 times its module.

Most shapes need not be that large: a cost of a*n + b*n*n that has an exponent of 1.2 from 4 to 8
has one of 1.086 from 1 to 4. Only a shape that has more than SCREEN there is measured at 8, and
one of which more is analysed at one of the two sizes.

Shapes that are known to grow faster stand in KNOWN, each with the exponent that it must not
exceed; it also fails when one of them has become linear, so that the list stays true. That the
check can fail at all it proves every time with a shape that grows a little too fast.

    check.py DRIVER [--table] [SHAPE...]

With --table all four sizes are measured and printed as a Markdown table.
"""

import math
import re
import shutil
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import shapes  # noqa: E402
import code_shapes  # noqa: E402, F401  (enters its shapes)
import control_shapes  # noqa: E402, F401
import resource_shapes  # noqa: E402, F401
import shared_shapes  # noqa: E402, F401

LIMIT = 1.2  # from 4 to 8 times the unit
SCREEN = 1.08  # from 1 to 4 times; 1.086 would be as strict
SUBLINEAR = 0.95  # below, something is no longer done that hides what grows
FLAT = 0.0
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
VALGRIND = ["valgrind", "--tool=none", "--main-stacksize=8388608",
            # Nobody looks at registers in between: a twelfth faster.
            "--vex-iropt-register-updates=sp-at-mem-access"]
SKIPPED = 77  # what CTest takes for a test that could not run

# Shapes that grow faster than they should, with the exponent that they have at most.
KNOWN = {}

Cost = namedtuple("Cost", "blocks size refused")


def write(folder, files):
    """The size of what was written."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return sum(len(text) for text in files.values())


def measure(driver, wanted):
    """What the shapes cost at the wanted factors (pairs; 0 stands for the smallest program): by
    name and factor the superblocks, the size, and what was refused of it."""
    sizes = {}
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        lines = []
        for name, factor in wanted:
            folder = root / name / str(factor)
            size = write(folder, shapes.program_of(name, factor))
            # That of the square is not for the exponent to know.
            sizes[name, factor] = factor if name == shapes.SQUARE else size
            purpose = shapes.PURPOSE.get(name, "patch")
            lines.append(f"{name}/{factor}\t{folder}\t{purpose}")
        (root / "list").write_text("\n".join(lines[:1] + lines) + "\n")  # the first warms up
        subprocess.run([*VALGRIND, f"--log-file={root}/log", driver, str(root / "list")],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        log = (root / "log").read_text()
    return read_log(log, sizes)


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
            costs.setdefault(name, {})[factor] = Cost(last - begun, sizes[name, factor], [])
        elif found := re.search(r"\*\* refused (\w+)/(\d+) (.*)", line):
            costs[found[1]][int(found[2])].refused.append(found[3])
    return costs


def refusals(costs):
    """What was not analysed, or in part, and so measures less than it says: one line for each."""
    for name, by_factor in costs.items():
        for factor, cost in by_factor.items():
            for message in dict.fromkeys(cost.refused):
                in_part = name in IN_PART and message.startswith("has too many")
                if name not in REFUSED and not in_part:
                    yield f"{name} is refused at {factor} times its unit: {message}"


def exponent(costs, low=4, high=8):
    base, half, whole = costs[0], costs[low], costs[high]
    if whole.blocks - base.blocks < 12_500 * high:  # does not grow to speak of
        return FLAT
    times = (whole.blocks - base.blocks) / max(half.blocks - base.blocks, 1)
    return math.log(times) / math.log((whole.size - base.size) / (half.size - base.size))


def is_clear(costs):
    """Whether the shape is linear by its smaller sizes."""
    if costs[1].size == costs[0].size:
        return False
    alike = bool(costs[1].refused) == bool(costs[4].refused)
    slope = exponent(costs, 1, 4)
    return alike and (slope == FLAT or SUBLINEAR <= slope <= SCREEN)


def measure_all(driver, names):
    """The costs of the shapes at 0, 1 and 4 times the unit, and at 8 of those that need it."""
    costs = measure(driver, [(name, factor) for name in names for factor in (0, 1, 4)])
    unclear = [name for name in names if name in KNOWN or not is_clear(costs[name])]
    for name, large in measure(driver, [(name, 8) for name in unclear]).items():
        costs[name].update(large)
    return costs


def complaints(costs, names):
    """What is wrong with the figures, one line each."""
    for name in names:
        if 8 not in costs[name]:
            continue
        slope = exponent(costs[name])
        limit = KNOWN.get(name, LIMIT)
        if slope > limit:
            yield f"{name} grows with an exponent of {slope:.2f}, more than {limit}"
        elif name in KNOWN and slope <= LINEAR:
            yield f"{name} has become linear ({slope:.2f}): take it from the list of the others"
    if "notebook_of_fixes" in names and "module_of_fixes" in names:
        times = costs["notebook_of_fixes"][4].blocks / costs["module_of_fixes"][4].blocks
        if times > NOTEBOOK_LIMIT:
            yield f"a notebook costs {times:.2f} times its module"


def print_table(costs, names):
    for name in sorted(names, key=lambda name: exponent(costs[name])):
        slope = exponent(costs[name])
        columns = " | ".join(f"{costs[name][k].blocks / 1e6:.2f}" for k in (1, 2, 4, 8))
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
    measured = [*names, shapes.SQUARE]
    if with_table:
        costs = measure(driver, [(name, factor) for name in measured for factor in (0, 1, 2, 4, 8)])
        print_table(costs, names)
    else:
        costs = measure_all(driver, measured)
    found = [*refusals(costs), *complaints(costs, names)]
    if not any(complaints(costs, [shapes.SQUARE])):
        found.append("a program that grows a little too fast went unnoticed")
    for line in found:
        print(line)
    print(f"{len(names)} shapes, {len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
