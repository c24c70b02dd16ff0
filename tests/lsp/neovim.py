"""Neovim, without a screen, as a client of `mlfix lsp`.

    python3 neovim.py MLFIX

The file that it leaves must be what `mlfix --write` makes of it. Exit status 77 when
there is no Neovim.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from client import read, write

SKIPPED = 77
LEAKY = """\
import torch

results = torch.empty(0, 10)
for _ in range(100):
    label = "größer 😀"; results = torch.cat((results, torch.rand(1, 10)), dim=0)
"""


def run(mlfix, folder):
    path = folder / "project" / "train.py"
    write(path, LEAKY)
    environment = {
        **os.environ,
        "MLFIX": mlfix,
        "FILE": str(path),
        "FOLDER": str(path.parent),
        "RESULT": str(folder / "result.json"),
        "XDG_STATE_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "HOME": str(folder),
    }
    script = Path(__file__).with_name("neovim.lua")
    command = ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {script}"]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=120, check=False)
    result = json.loads(read(folder / "result.json"))
    if "problem" in result:
        raise AssertionError(result["problem"] + "\n" + done.stderr.decode())

    by_hand = folder / "by_hand.py"
    write(by_hand, LEAKY)
    subprocess.run([mlfix, "--write", "-q", str(by_hand)], check=True)
    assert read(by_hand) != LEAKY
    assert read(path) == read(by_hand) + "# the end\n", read(path)
    (before,) = result["before"]
    assert before["line"] == 5 and before["code"] == "cat-in-loop", before
    assert before["source"] == "mlfix", before
    # Neovim counts bytes: what it shows under the call begins at the name.
    line = LEAKY.splitlines()[4].encode()
    assert line[before["column"] :].startswith(b"results = torch.cat"), before
    assert not result["after"], result["after"]
    assert "(safe fix)" in result["titles"][0], result["titles"]
    assert "## Why it matters" in result["hover"], result["hover"]


def main():
    if shutil.which("nvim") is None:
        print("skipped: there is no Neovim (apt-get install neovim)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(sys.argv[1], Path(folder).resolve())
        except AssertionError as problem:
            print(problem)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
