"""Is every claim and every abstention of a rule a guard that can be switched off?

    check.py MUTANT ROOT
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Given without a question: there is nothing to switch off.
UNCONDITIONAL = {"CommentOnly", "JudgedBefore"}
GROWING = """\
import torch


def collect(parts):
    out = torch.zeros(0, 1)
    for part in parts:
        out = torch.cat((out, part))
    print(sorted(locals()))
    return out
"""
DYNAMIC_NAMES = "accumulator: names are read by exec, eval or locals() here"


def run(mutant, folder, *options):
    command = [mutant, "--no-config", "--format", "json", *options, "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def complaints(mutant, root):
    listed = subprocess.run([mutant, "--list-guards"], capture_output=True, text=True, check=True)
    guards = [line.split("\t") for line in listed.stdout.splitlines()]
    names = {name for name, _, _ in guards}
    if len(names) != len(guards):
        yield "two guards have one name"

    proof = (root / "src/semantic/verdict/proof.h").read_text(encoding="utf-8")
    claims = re.search(r"enum class Claim[^{]*\{(.*?)\n\};", proof, re.S)[1]
    claims = set(re.findall(r"^  (\w+),", claims, re.M)) - UNCONDITIONAL
    for claim in sorted(claims):
        if f"claim: {claim}" not in names:
            yield f"the claim {claim} cannot be switched off"

    guarded = {file for _, file, _ in guards}
    for source in sorted((root / "transforms").glob("*/*.cc")):
        abstains = re.search(r'abstain\(\w+,\s*"', source.read_text(encoding="utf-8"))
        if abstains and source.relative_to(root).as_posix() not in guarded:
            yield f"{source.name} abstains, and no guard is seen in it"
    # What is below the copied layers says what it finds, and no reason: it has nothing to switch off.
    for source in sorted((root / "src/semantic").glob("*/*.cc")):
        decides = re.search(r"Prover<Claim::\w+>::proven\(\)|abstain\(|\bRefusal\b",
                            source.read_text(encoding="utf-8"))
        if decides and source.relative_to(root).as_posix() not in guarded:
            yield f"{source.name} decides about fixes, and is not copied (cmake/MlfixMutants.cmake)"
    yield from (f"{name} is a part of no rule" for name, _, rules in guards if not rules)

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "growing.py").write_text(GROWING, encoding="utf-8")
        met = Path(folder) / "met.txt"
        if '"rule"' in run(mutant, folder, f"--guards-met={met}").stdout:
            yield "the guard does not keep the rule from its finding"
        if DYNAMIC_NAMES not in met.read_text(encoding="utf-8").splitlines():
            yield "the guard that leaves the loop alone is not recorded"
        if '"cat-in-loop"' not in run(mutant, folder, f"--guard-off={DYNAMIC_NAMES}").stdout:
            yield "the guard is switched off, and the rule still has no finding"
        if run(mutant, folder, "--guard-off=no such guard").returncode != 2:
            yield "a guard that is not there can be switched off"


if __name__ == "__main__":
    found = list(complaints(sys.argv[1], Path(sys.argv[2])))
    print("\n".join(found))
    sys.exit(1 if found else 0)
