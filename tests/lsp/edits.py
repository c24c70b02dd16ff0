"""After any edits the language server finds what a fresh run finds.

    python3 edits.py MLFIX TESTDATA [--rounds N] [--seed N]

Each round opens some files of a small project, edits them at random, piece by
piece, and compares diagnostics, fixes and `source.fixAll` with what `mlfix` says of
the same texts on disk, byte for byte.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from client import Client, Text, edits_for, read, uri_of, write

PIECES = [
    "\n", "    ", "\r\n", "x", "é", "😀", "(", ")", ":", '"""', "#", "# mlfix: ignore\n",
    "import torch\n", "from other import *\n", "with torch.no_grad():\n", "loss.item()",
    "    break\n", "def f(x):\n    return x\n", "class A(B):\n    pass\n", ".detach()",
]  # fmt: skip


def projects(testdata):
    """Texts by name: those of several files, and mixtures of single ones."""
    folders = sorted(testdata.glob("*/*/*.before"))
    folders = [folder for folder in folders if folder.is_dir()]
    singles = sorted(p for p in testdata.glob("*/*/*.before.py") if p.stat().st_size < 5000)
    return folders, singles


def make_project(rng, folders, singles, folder):
    if folders and rng.random() < 0.6:
        source = rng.choice(folders)
        for path in sorted(source.rglob("*.py")):
            write(folder / path.relative_to(source), read(path))
    for i, path in enumerate(rng.sample(singles, rng.randint(1, 4))):
        write(folder / f"one_{i}.py", read(path))
    return sorted(folder.rglob("*.py"))


def random_edit(rng, text, others):
    """A range of the text, and what takes its place."""

    def offset():
        at = rng.randint(0, len(text))
        return at - 1 if text[max(at - 1, 0) : at + 1] == "\r\n" else at

    begin = offset()
    kind = rng.random()
    if kind < 0.3:  # lines go, come twice or move
        lines = text.splitlines(keepends=True)
        first = rng.randrange(len(lines)) if lines else 0
        last = min(len(lines), first + rng.randint(1, 4))
        begin = len("".join(lines[:first]))
        end = len("".join(lines[:last]))
        return begin, end, rng.choice(["", text[begin:end] * 2, rng.choice(PIECES)])
    if kind < 0.6:
        return begin, begin, rng.choice(PIECES)
    if kind < 0.75:
        lines = rng.choice(others).splitlines(keepends=True) or [""]
        first = rng.randrange(len(lines))
        return begin, begin, "".join(lines[first : first + rng.randint(1, 5)])
    end = min(len(text), begin + rng.randint(0, 12))
    if text[max(end - 1, 0) : end + 1] == "\r\n":
        end += 1
    return begin, end, rng.choice(["", rng.choice(PIECES), text[begin:end].upper()])


def fresh_findings(mlfix, folder):
    run = subprocess.run(
        [mlfix, "--format", "json", "-j1", "."], cwd=folder, capture_output=True, check=False
    )
    found = {}
    for one in json.loads(run.stdout)["findings"]:
        found.setdefault(one["path"], []).append(one)
    return found


def comparable_fresh(one, text):
    fix = one["fix"]
    after = None
    if fix and fix["edits"]:
        data = text.encode()
        for edit in sorted(fix["edits"], key=lambda e: e["start"], reverse=True):
            data = data[: edit["start"]] + edit["text"].encode() + data[edit["end"] :]
        after = data.decode()
    message = one["message"]
    return {
        "rule": one["rule"],
        "begin": [one["line"], one["column"]],
        "end": [one["end_line"], one["end_column"]],
        "message": message[:1].upper() + message[1:],
        "fingerprint": one["fingerprint"],
        "why": [[why["line"], why["text"]] for why in one["why"]]
        + [[step["line"], step["message"]] for step in one["way"]],
        "after": after,
    }


def comparable_served(one, actions, document, path):
    span = one["range"]
    after = None
    for action in actions:
        its = action["diagnostics"][0]["data"]["fingerprint"]
        if its == one["data"]["fingerprint"] and not action["title"].startswith("Silence "):
            after = document.edited(edits_for(action, path))
    return {
        "rule": one["code"],
        "begin": [span["start"]["line"] + 1, document.column(span["start"])],
        "end": [span["end"]["line"] + 1, document.column(span["end"])],
        "message": one["message"],
        "fingerprint": one["data"]["fingerprint"],
        "why": [
            [why["location"]["range"]["start"]["line"] + 1, why["message"]]
            for why in one.get("relatedInformation", [])
        ],
        "after": after,
    }


def served_diagnostics(client, path, pulls):
    uri = uri_of(path)
    if pulls:
        return client.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
    return client.diagnostics.get(uri, [])


def compare(mlfix, client, folder, texts, pulls):
    for path, text in texts.items():
        write(path, text)
    fresh = fresh_findings(mlfix, folder)
    if not pulls:
        # Answered when nothing else is to be done, and once more for what waits.
        for _ in range(2):
            client.ask("workspace/executeCommand", {"command": "mlfix.checkWorkspace"})
            time.sleep(0.02)
    count = 0
    for path, text in texts.items():
        document = Text(text, client.encoding)
        served = []
        for one in served_diagnostics(client, path, pulls):
            actions = client.actions(path, one["range"], "quickfix")
            served.append(comparable_served(one, actions, document, path))
        name = path.relative_to(folder).as_posix()
        expected = [comparable_fresh(one, text) for one in fresh.get(name, [])]
        ours, theirs = (json.dumps(a, indent=1, ensure_ascii=False) for a in (served, expected))
        if ours != theirs:
            raise AssertionError(f"{name}\nserved: {ours}\nfresh: {theirs}\ntext:\n{text}")
        count += len(expected)
    return count


def compare_fix_all(mlfix, client, folder, texts):
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "copy"
        shutil.copytree(folder, copy)
        subprocess.run([mlfix, "--write", "-q", "-j1", "."], cwd=copy, capture_output=True, check=False)
        for path, text in texts.items():
            document = Text(text, client.encoding)
            actions = client.actions(path, document.span(0, 0), "source.fixAll.mlfix")
            after = document.edited(edits_for(actions[0], path)) if actions else text
            expected = read(copy / path.relative_to(folder))
            if after != expected:
                raise AssertionError(f"fixAll of {path.name}:\n{after}\nwritten:\n{expected}")


def one_round(mlfix, rng, sources, folder):
    files = make_project(rng, *sources, folder)
    pulls = rng.random() < 0.5
    encoding = rng.choice(["utf-8", "utf-16"])
    client = Client(mlfix, folder, encoding=encoding, pulls=pulls, debounce=0)
    texts = {path: read(path) for path in rng.sample(files, rng.randint(1, len(files)))}
    originals = [read(path) for path in files]
    versions = dict.fromkeys(texts, 0)
    for path, text in texts.items():
        client.open(path, text)
    findings = compare(mlfix, client, folder, texts, pulls)
    for _ in range(3):
        for _ in range(rng.randint(1, 8)):
            path = rng.choice(sorted(texts))
            changes = []
            for _ in range(rng.randint(1, 3)):
                begin, end, piece = random_edit(rng, texts[path], originals)
                span = Text(texts[path], encoding).span(begin, end)
                changes.append({"range": span, "text": piece})
                texts[path] = texts[path][:begin] + piece + texts[path][end:]
            if rng.random() < 0.1:
                texts[path] = rng.choice(originals)
                changes.append({"text": texts[path]})
            versions[path] += 1
            client.change(path, versions[path], changes)
        findings += compare(mlfix, client, folder, texts, pulls)
    compare_fix_all(mlfix, client, folder, texts)
    if client.end() != 0:
        raise AssertionError("the server ended with a failure")
    return findings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mlfix")
    parser.add_argument("testdata", type=Path)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sources = projects(options.testdata)
    findings = 0
    for number in range(options.seed, options.seed + options.rounds):
        with tempfile.TemporaryDirectory() as scratch:
            try:
                findings += one_round(
                    options.mlfix, random.Random(number), sources, Path(scratch).resolve()
                )
            except (AssertionError, RuntimeError) as problem:
                print(f"--seed {number} --rounds 1: {problem}")
                return 1
    print(f"{options.rounds} rounds, {findings} findings compared")
    return 0 if findings > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
