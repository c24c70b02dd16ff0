"""A small project that is hard on reports, and mlfix run on it.

Its paths and its code hold what each format must escape: blanks, percent signs,
markup, fences, control characters, wide characters before a finding; there
are CRLF line ends, a byte order mark, a notebook, a suppressed finding and a file
that can't be read.
"""

import json
import subprocess
from pathlib import Path

TRAIN = """import torch


def train(model, loader, optimizer, criterion):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        {line}
    return float(total)
"""

EVALUATE = """import torch
from torch import nn

NOTE = "</script><img src=x onerror=window.pwned=1>```| ]]> & %0A::error::no"

def evaluate(model: nn.Module, loader):
    model.eval()
    correct = 0
    for x, y in loader:
        out = model(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct
"""

GROUPS = """import torch
import torch.distributed as dist


def average(epochs):
    for epoch in range(epochs):
        group = dist.new_group([0, 1])
        dist.all_reduce(torch.ones(1), group=group)
"""

FILES = {
    "src/plain.py": TRAIN.format(line="total += loss"),
    "src/with blank #1 100%,a:b.py": TRAIN.format(line="total += loss"),
    "src/日本.py": TRAIN.format(line='"日本𝕏"; total += loss'),
    "src/crlf.py": TRAIN.format(line="total += loss").replace("\n", "\r\n"),
    "src/mark.py": "\ufeff" + TRAIN.format(line="total += loss"),
    "src/<b>markup&.py": EVALUATE,
    "src/groups.py": GROUPS,
    "src/silenced.py": TRAIN.format(line="total += loss  # mlfix: ignore"),
    "src/broken.py": "import torch\nmodel.eval()\nfor x in:\n    model(x)\n",
    "src/clean.py": "import torch\n\nx = torch.ones(3)\n",
}


def notebook():
    def cell(kind, text):
        lines = text.splitlines(keepends=True)
        extra = {"outputs": [], "execution_count": None} if kind == "code" else {}
        return {"cell_type": kind, "metadata": {}, "source": lines, **extra}

    cells = [
        cell("markdown", "# Training\n"),
        cell("code", "%matplotlib inline\nimport torch\n"),
        cell("code", TRAIN.format(line='"\\"日本\\""; total += loss')),
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}


def make(folder):
    folder = Path(folder)
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    path = folder / "src/steps.ipynb"
    path.write_text(json.dumps(notebook(), indent=1, ensure_ascii=False) + "\n")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def run(mlfix, folder, *arguments):
    """Runs mlfix in the folder; a crash is an error, findings are none."""
    done = subprocess.run([mlfix, *arguments], cwd=folder, capture_output=True, check=False)
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"mlfix {arguments}: status {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


def report(mlfix, folder, kind, *arguments):
    """The report of that format, taken from a file."""
    out = Path(folder) / "out" / kind
    out.parent.mkdir(exist_ok=True)
    run(mlfix, folder, f"--report={kind}={out}", "--quiet", *arguments)
    return out.read_bytes().decode()


def finding_edits(mlfix, folder):
    """By path: for each finding in order its edits, as byte offsets."""
    edits = {}
    for finding in json.loads(report(mlfix, folder, "json"))["findings"]:
        of_fix = finding["fix"]["edits"] if finding["fix"] else []
        edits.setdefault(finding["path"], []).append(of_fix)
    return edits


def applied(data, edits):
    """The bytes with those edits made."""
    for edit in sorted(edits, key=lambda e: e["start"], reverse=True):
        data = data[: edit["start"]] + edit["text"].encode() + data[edit["end"] :]
    return data
