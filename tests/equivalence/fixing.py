"""Runs mlfix over many programs.

A batch is a folder with a folder for each program. The names of files carry the number of
their program, so that no import finds another program's file. What is written, and held
against what a program does, comes of a run over that program alone: an attribute that any
file of a run mentions makes fixes less safe.
"""

import json
import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Fixed:
    """What mlfix made of a program: its files, and what it did."""

    files: dict
    applied: list = field(default_factory=list)
    findings: list = field(default_factory=list)

    def rules(self):
        return sorted({finding["rule"] for finding in self.applied})


class Broken(Exception):
    """mlfix failed: an internal error, or an answer that is none."""


def write_files(folder, files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


# Options of rules without which they fix nothing.
SETTINGS = Path(__file__).resolve().parent / "settings.yaml"


def command(binary, options):
    return [str(binary), f"--config={SETTINGS}", "--format", "json", "--jobs", "1", "--show-minor",
            *options]


def write_programs(programs, folder):
    """The programs, given as a list of {name: text}, each in a folder of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    for index, files in enumerate(programs):
        write_files(folder / f"p{index}", files)


def report_on(binary, folder, options, paths=(".",)):
    """The findings in the folder by the number of the program."""
    run = subprocess.run(
        command(binary, [*options, *paths]),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    try:
        report = json.loads(run.stdout)
    except ValueError:
        raise Broken(
            f"mlfix ended with {run.returncode}: {run.stdout[-500:]}{run.stderr[-500:]}"
        ) from None
    problems = [error for error in report["errors"] if error["kind"] == "internal"]
    if problems:
        raise Broken(f"internal error: {problems[0]}")
    by_program = defaultdict(list)
    for finding in report["findings"]:
        by_program[int(finding["path"].split("/")[0].removeprefix("p"))].append(finding)
    return by_program


def fix_all(binary, programs, folder, *options):
    """The programs after `mlfix` with the options, each run by itself."""
    folder = Path(folder)
    write_programs(programs, folder)
    return [fix_one(binary, folder, index, files, options) for index, files in enumerate(programs)]


def fix_one(binary, folder, index, files, options):
    """One program of the batch, fixed as if it stood alone."""
    place = f"p{index}"
    findings = report_on(binary, folder, options, [place])[index]
    texts = {name: (folder / place / name).read_text(encoding="utf-8") for name in files}
    return Fixed(texts, [f for f in findings if f["applied"]], findings)
