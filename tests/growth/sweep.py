#!/usr/bin/env python3
"""Multiplies every golden case, and tells which programs made so grow faster than they should.

A case is short; what it makes a rule do may cost the square of it. Each is multiplied in up to
eight ways to SIZE bytes: the whole of it, the longest function's body, the innermost loop's
body, and this loop, each as it is and with the names that it binds numbered. What takes more
user time by the byte than LIMIT is measured at twice the size, too, and printed with its
exponent. Times, not counts: a benchmark, no test, for which check.py has the shapes that this
has found.

    sweep.py PROGRAM [--size 60000] [--cases PART]...
"""

import argparse
import ast
import math
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parents[2] / "testdata"
LIMIT = 3e-6  # seconds a byte; ordinary code takes a fifth of it
STEEP = 1.2
ARGUMENTS = ["--no-config", "--select", "all", "--unsafe", "--diff", "-j1"]
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
LEAVES = (ast.Return, ast.Break, ast.Continue)


def stored_names(node):
    return {n.id for n in ast.walk(node)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def numbered(text, names, number):
    """The text with its names followed by the number."""
    if not names:
        return text
    words = "|".join(map(re.escape, sorted(names)))
    return re.sub(rf"(?<![\w.])({words})\b", lambda word: f"{word[1]}_{number}", text)


def lines_of(lines, statement):
    decorators = getattr(statement, "decorator_list", None) or [statement]
    first = min(one.lineno for one in decorators)
    return "\n".join(lines[first - 1:statement.end_lineno]) + "\n"


def multiplied(unit, names, size):
    """The unit so often that it has the size, plain and numbered."""
    count = max(2, size // max(20, len(unit)))
    return {"same": unit * count,
            "numbered": "".join(numbered(unit, names, i) for i in range(count))}


def in_place_of(lines, statements, names, size):
    """The lines, with the statements multiplied in their place."""
    first, last = statements[0].lineno, statements[-1].end_lineno
    unit = "".join(lines_of(lines, one) for one in statements if not isinstance(one, LEAVES))
    head = "".join(line + "\n" for line in lines[:first - 1])
    tail = "".join(line + "\n" for line in lines[last:])
    return {way: head + text + tail for way, text in multiplied(unit, names, size).items()}


def programs(source, size):
    """By the way in which it was multiplied."""
    tree = ast.parse(source)
    lines = source.split("\n")
    imports = "".join(lines_of(lines, one) for one in tree.body if isinstance(one, IMPORTS))
    rest = [one for one in tree.body if not isinstance(one, IMPORTS)]
    bound = {one.name for one in rest if isinstance(one, SCOPES)}
    bound |= {name for one in rest if not isinstance(one, SCOPES) for name in stored_names(one)}
    unit = "".join(lines_of(lines, one) for one in rest)
    found = {f"file, {way}": imports + text
             for way, text in multiplied(unit, bound, size).items()}
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    loops = [n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While))]
    longest = max(functions, key=lambda n: n.end_lineno - n.lineno, default=None)
    for title, node in [("function", longest), ("loop", loops[-1] if loops else None)]:
        if node is None or node.body[0].lineno == node.lineno:
            continue
        names = {name for one in node.body for name in stored_names(one)}
        for way, text in in_place_of(lines, node.body, names, size).items():
            found[f"{title}, {way}"] = text
    if loops:
        for way, text in in_place_of(lines, [loops[-1]], stored_names(loops[-1]), size).items():
            found[f"loops, {way}"] = text
    return found


def seconds(program, text, folder):
    (folder / "x.py").write_text(text)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        subprocess.run([program, *ARGUMENTS, str(folder)], capture_output=True, timeout=60,
                       check=False)
    except subprocess.TimeoutExpired:
        pass
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--size", type=int, default=60000)
    parser.add_argument("--cases", action="append", default=[])
    options = parser.parse_args()
    measured = steep = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for path in sorted(CASES.rglob("*.py")):
            name = str(path.relative_to(CASES))
            wanted = not options.cases or any(part in name for part in options.cases)
            if not wanted or name.endswith((".after.py", ".naive.py")):
                continue
            try:
                source = path.read_text()
                small = programs(source, options.size)
            except (SyntaxError, UnicodeDecodeError, IndexError):
                continue
            for way, text in small.items():
                measured += 1
                once = seconds(options.program, text, folder)
                if once < LIMIT * len(text):
                    continue
                large = programs(source, 2 * options.size)[way]
                twice = seconds(options.program, large, folder)
                exponent = math.log(twice / once) / math.log(len(large) / len(text))
                if exponent > STEEP:
                    steep += 1
                    print(f"{name} ({way}): {once:.2f}, {twice:.2f} s, exponent {exponent:.2f}",
                          flush=True)
    print(f"{measured} programs, {steep} steeper than {STEEP}")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
