"""Compiles a few sources by themselves, as a build does that is not layer by layer.

    python3 alone.py ROOT GENERATED COMPILER FLAG...

In a unit of a whole layer a source sees what others included, so that a missing include goes
unnoticed. Takes the sources that were changed last, and some of the others, which change with
the commit. Nothing is generated.
"""

import subprocess
import sys
from pathlib import Path

CHANGED, OTHERS = 3, 2


def git(root, *arguments):
    run = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
    return run.stdout.split() if run.returncode == 0 else []


def sources(root):
    """In the order in which they are looked at: the changed ones first."""
    every = sorted(str(path.relative_to(root)) for folder in ("src", "transforms")
                   for path in Path(root, folder).rglob("*.cc"))
    known = set(every)
    changed = git(root, "log", "-50", "--pretty=", "--name-only")
    chosen = list(dict.fromkeys(path for path in changed if path in known))[:CHANGED]
    start = int((git(root, "rev-parse", "HEAD") or ["0"])[0], 16) % len(every)
    others = (every[(start + step * 97) % len(every)] for step in range(len(every)))
    for path in others:
        if len(chosen) == CHANGED + OTHERS:
            break
        if path not in chosen:
            chosen.append(path)
    return chosen


def main():
    root, generated, *compile_command = sys.argv[1:]
    includes = [f"-I{root}/src", f"-I{root}", f"-I{generated}"]
    failed = 0
    for path in sources(root):
        run = subprocess.run([*compile_command, *includes, "-fsyntax-only", f"{root}/{path}"],
                             capture_output=True, text=True)
        print(path, "ok" if run.returncode == 0 else run.stderr[:2000])
        failed += run.returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
