"""Holds the ways that mlfix prints to the transcript beside this script.

usage: check.py MLFIX [--write]

The transcript names cases of testdata, files or projects, and has the way of each finding. Of all
cases that are projects, and of those that it names, every step has to be a place that exists, one
step has to be the finding's, and a run that reads the cache has to say what the one before said.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPT = Path(__file__).with_name("transcript.txt")
MOST_STEPS = 8


def run(mlfix, case, cache):
    environment = {name: it for name, it in os.environ.items() if name != "MLFIX_NO_CACHE"}
    folder, names = (case, ["."]) if case.is_dir() else (case.parent, [case.name])
    command = [mlfix, "--no-config", "--select", "all", "--format", "json", *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                          env=environment | {"MLFIX_CACHE_DIR": str(cache)})  # fmt: skip
    if done.returncode not in (0, 1):
        raise SystemExit(f"{case}: {done.stderr}")
    return folder, done.stdout


def is_place(folder, step):
    lines = (folder / step["path"]).read_text(encoding="utf-8").split("\n")
    return step["line"] <= len(lines) and step["column"] <= len(lines[step["line"] - 1]) + 1


def problems(case, folder, finding):
    way = finding["way"]
    place = f"{case}: {finding['path']}:{finding['line']} {finding['rule']}"
    if not 2 <= len(way) <= MOST_STEPS:
        yield f"{place} has a way of {len(way)} steps"
    for step in way:
        if not is_place(folder, step):
            yield f"{place} has a step that is nowhere: {step}"
    lines = range(finding["line"], finding["end_line"] + 1)
    if not any(s["path"] == finding["path"] and s["line"] in lines for s in way):
        yield f"{place} is no step of its way"
    for one, next_one in zip(way, way[1:]):
        if one == next_one:
            yield f"{place} has a step twice: {one}"


def told(finding):
    text = f"{finding['path']}:{finding['line']} {finding['rule']}\n"
    for step in finding["way"]:
        text += f"    {step['path']}:{step['line']}:{step['column']}: {step['message']}\n"
    return text


def told_cases():
    lines = TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    return [line[3:] for line in lines if line.startswith("## ")]


def check_case(mlfix, name, cache):
    case = ROOT / "testdata" / name
    folder, cold = run(mlfix, case, cache)
    _, warm = run(mlfix, case, cache)
    found = [] if cold == warm else [f"{name}: the cache tells another way"]
    findings = [one for one in json.loads(cold)["findings"] if one["way"]]
    for finding in findings:
        found += problems(name, folder, finding)
    return f"## {name}\n" + "".join(map(told, findings)), found


def main():
    mlfix = str(Path(sys.argv[1]).resolve())
    cases = told_cases()
    projects = sorted(str(path.relative_to(ROOT / "testdata"))
                      for path in (ROOT / "testdata").glob("*/*/*.before"))  # fmt: skip
    with tempfile.TemporaryDirectory() as cache:
        checked = {name: check_case(mlfix, name, cache) for name in {*cases, *projects}}
    found = [problem for name in sorted(checked) for problem in checked[name][1]]
    text = "\n".join(checked[name][0] for name in cases)
    if "--write" in sys.argv:
        TRANSCRIPT.write_text(text, encoding="utf-8")
    elif text != TRANSCRIPT.read_text(encoding="utf-8"):
        found.append(f"the ways differ from {TRANSCRIPT}; if these are better, --write them:\n{text}")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
