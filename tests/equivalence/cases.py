"""Programs that campaigns found: how they are kept, shown, and run again.

A case is a Python file, or a folder with `main*` and the files it imports, or a notebook
`book*`. Comments on top of the file, or in `about.txt` of the folder, say what it shows:

    # level: safe              or unsafe
    # rule: no-grad-eval       the rule that made the difference

Cases in `closed` must do the same after the fix. Those in `known` must not yet: one that
does is to be moved.
"""

import difflib
import hashlib
import re
from pathlib import Path

from grammar.programs import PROBE, Program

HEADER = re.compile(r"^# (level|rule): (.+)$", re.MULTILINE)


def diff(before, after):
    lines = []
    for name in sorted(before):
        lines += difflib.unified_diff(
            before[name].split("\n"), after[name].split("\n"), lineterm="", n=1
        )
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def report(difference):
    parts = [
        f"== {difference.level} {difference.rule} (seed {difference.seed})",
        difference.program.text(),
        "-- fix",
        diff(difference.program.files, difference.fixed),
        "-- what differs",
        *difference.differences[:6],
    ]
    if difference.level == "unsafe":
        parts += ["-- messages", *(f["message"] for f in difference.findings)]
    return "\n".join(parts)


def save(difference, folder):
    text = report(difference)
    name = hashlib.sha1(difference.program.text().encode()).hexdigest()[:8]
    folder.mkdir(parents=True, exist_ok=True)
    state = "small" if difference.reduced else "whole"
    (folder / f"{difference.level}-{difference.rule}-{state}-{name}.txt").write_text(
        text, encoding="utf-8"
    )
    if difference.reduced:
        keep(difference, folder / "cases" / f"{difference.rule}-{name}")


def keep(difference, place):
    """Writes the program as a case."""
    about = f"# level: {difference.level}\n# rule: {difference.rule}\n"
    files = {name: text for name, text in difference.program.files.items() if text.strip()}
    place.parent.mkdir(parents=True, exist_ok=True)
    if len(files) == 1 and difference.program.entry.endswith(".py"):
        (text,) = files.values()
        place.with_suffix(".py").write_text(about + text, encoding="utf-8")
        return
    place.mkdir(exist_ok=True)
    (place / "about.txt").write_text(about, encoding="utf-8")
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")


def load(path):
    """The program of a case, and what it claims."""
    files = [path] if path.is_file() else sorted(p for p in path.iterdir() if p.is_file())
    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    about = texts.pop("about.txt", None) or next(iter(texts.values()))
    entry = next((name for name in texts if name.startswith(("main", "book"))), path.name)
    return Program(texts, entry, [], list(PROBE)), dict(HEADER.findall(about))


def all_cases(folder):
    return (
        sorted(p for p in folder.iterdir() if not p.name.startswith((".", "_")))
        if folder.is_dir()
        else []
    )


def check_case(judge, path):
    """The difference that the fixes make to a case, or None."""
    program, claim = load(path)
    return judge.difference(program, claim.get("level", "safe"))


def open_causes(folder):
    """The levels and rules that a known case stands for."""
    claims = [load(path)[1] for path in all_cases(Path(folder) / "known")]
    return {(claim["level"], claim["rule"]) for claim in claims}


def check(judge, folder):
    """The exit status: 1 when a closed case differs, or a known one does not."""
    status = 0
    for path in all_cases(Path(folder) / "closed"):
        difference = check_case(judge, path)
        if difference:
            status = 1
            print(f"{path.name} does something else after its fix:\n{report(difference)}")
    for path in all_cases(Path(folder) / "known"):
        if not check_case(judge, path):
            status = 1
            print(f"{path.name} does the same after its fix now: move it to {folder}/closed")
    return status
