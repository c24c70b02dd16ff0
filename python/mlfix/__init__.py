"""Finds memory, gradient and resource leaks in Python machine-learning code.

    import mlfix

    for finding in mlfix.check("src", unsafe=True)["findings"]:
        print(finding["path"], finding["line"], finding["rule"])

`check` runs the program and returns its JSON report; the types below say what is
in it, as docs/schema/findings.schema.json does. `python -m mlfix` is the program.
"""

import json
import shutil
import subprocess
from importlib import metadata
from os import PathLike
from pathlib import Path
from typing import Iterable, List, Literal, Optional, Sequence, TypedDict, Union, cast

__all__ = [
    "Abstention", "Edit", "Error", "Finding", "Fix", "MlfixError", "Reason", "Report", "Step",
    "Summary", "check", "program",
]

StrPath = Union[str, "PathLike[str]"]


class _Place(TypedDict, total=False):
    cell: int
    """Of a notebook only: which cell, from 1. Lines and columns are those in it."""


class Reason(_Place):
    """A fact that a finding rests on."""

    line: int
    text: str


class Step(_Place):
    """A step of the way by which a value, or the run of the program, gets to where it does harm."""

    path: str
    line: int
    column: int
    message: str


class Edit(TypedDict):
    """Of the bytes of the file as it was analysed."""

    start: int
    end: int
    text: str


class Assumption(TypedDict):
    kind: str
    text: str


class Fix(TypedDict):
    applicability: Literal["safe", "unsafe", "suggestion"]
    assumptions: List[Assumption]
    title: str
    edits: List[Edit]


class Finding(_Place):
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    rule: str
    group: str
    severity: Literal["info", "low", "medium", "high"]
    confidence: Literal["low", "medium", "high"]
    message: str
    fingerprint: str
    """The same in every run for the same finding, wherever its lines move."""
    why: List[Reason]
    way: List[Step]
    """Empty where one place says it all."""
    fix: Optional[Fix]
    applied: bool


class Error(TypedDict):
    """A file that could not be analysed or written, or settings that are wrong."""

    kind: Literal["usage", "configuration", "unreadable", "refused", "unwritable", "internal"]
    path: Optional[str]
    line: Optional[int]
    message: str
    remedy: str


class Summary(TypedDict):
    files_checked: int
    files_with_findings: int
    findings: int
    applied: int
    remaining: int
    fixable_safe: int
    fixable_unsafe: int
    suppressed: int
    in_baseline: int
    gone_from_baseline: int
    on_unchanged_lines: int
    errors: int


class _AbstentionPlace(_Place, total=False):
    because_cell: int


class Abstention(_AbstentionPlace):
    """What was looked at and left alone."""

    path: str
    line: int
    column: int
    rule: str
    fact: str
    because_line: Optional[int]


class _Abstained(TypedDict, total=False):
    abstained: List[Abstention]
    """Only when the options ask for it (`--show-abstained`)."""


class Report(_Abstained):
    version: int
    findings: List[Finding]
    errors: List[Error]
    summary: Summary


class MlfixError(Exception):
    """The program gave no report; the message is what it said instead."""


def program() -> Path:
    """The path of the program: the one installed with this module, else the one on PATH.

    Raises FileNotFoundError when there is none."""
    try:
        installed = metadata.distribution("mlfix").files or []
    except metadata.PackageNotFoundError:
        installed = []
    places = [Path(str(file.locate())) for file in installed if file.name == "mlfix"]
    # `pip install --target` moves programs without telling.
    places.append(Path(__file__).resolve().parent.parent / "bin" / "mlfix")
    on_path = shutil.which("mlfix")
    places += [Path(on_path)] if on_path else []
    for place in places:
        if place.is_file():
            return place.resolve()
    raise FileNotFoundError("the program mlfix is neither installed with its module nor on PATH")


def check(
    paths: Union[StrPath, Iterable[StrPath]] = ".",
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    unsafe: bool = False,
    write: bool = False,
    options: Sequence[str] = (),
    cwd: Optional[StrPath] = None,
    text: Optional[str] = None,
) -> Report:
    """The report on files and folders.

    paths    one path, or several; "-" is `text`
    select   rules or groups to run, in place of those of the settings
    ignore   rules or groups to leave out
    unsafe   count fixes that rest on an assumption
    write    write the fixes into the files
    options  further options of the command line
    cwd      the folder to run in; paths and mlfix.yaml are looked for there
    text     the source that the path "-" stands for

    Files that cannot be analysed are in the report, below "errors". Raises MlfixError
    when there is no report at all, as for an option that does not exist, and
    FileNotFoundError when there is no program."""
    several = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
    command = [str(program()), "--format", "json"]
    command += [f"--select={name}" for name in select]
    command += [f"--ignore={name}" for name in ignore]
    command += ["--unsafe"] if unsafe else []
    command += ["--write"] if write else []
    command += [*options, "--", *(str(path) for path in several)]
    done = subprocess.run(
        command, cwd=cwd, input=text if text is not None else "", stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, encoding="utf-8", errors="surrogateescape", check=False)
    try:
        return cast(Report, json.loads(done.stdout))
    except json.JSONDecodeError:
        raise MlfixError(done.stderr.strip() or f"exit status {done.returncode}") from None
