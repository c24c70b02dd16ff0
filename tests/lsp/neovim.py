"""Neovim, without a screen, as a client of `mlfix lsp`.

    python3 neovim.py MLFIX

The file that it leaves must be what `mlfix --write` makes of it: once with each step taken by
itself, once with the setup that docs/editors.md gives for this version and a file that is only
opened and written. Exit status 77 when there is no Neovim.
"""

import json
import os
import re
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


UNTIL_FOUND = 'lua assert(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 10))'
PAGE = Path(__file__).parent.parent.parent / "docs" / "editors.md"


def environment(folder, **more):
    homes = ("STATE", "CACHE", "CONFIG", "DATA")
    return {
        **os.environ,
        **{f"XDG_{name}_HOME": str(folder) for name in homes},
        "HOME": str(folder),
        **more,
    }


def setup_of_the_page():
    """For the version at hand, with fixes on saving."""
    section = read(PAGE).split("## Neovim\n")[1].split("\n## ")[0]
    newest, newer, old, on_saving = re.findall("```lua\n(.*?)```", section, re.DOTALL)
    shown = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in re.search(r"v(\d+)\.(\d+)", shown).groups())
    return (newest if version >= (0, 11) else newer if version >= (0, 8) else old) + on_saving


def run_with_setup(mlfix, folder):
    path = folder / "project" / "train.py"
    write(path, LEAKY)
    write(folder / "nvim" / "init.lua", setup_of_the_page())
    programs = folder / "programs"
    programs.mkdir()
    (programs / "mlfix").symlink_to(Path(mlfix).resolve())
    with_mlfix = environment(folder, PATH=f"{programs}{os.pathsep}{os.environ['PATH']}")
    steps = [UNTIL_FOUND, "silent write", "qall!"]
    command = ["nvim", "--headless", "-n", str(path)]
    command += [word for step in steps for word in ("-c", step)]
    done = subprocess.run(
        command, cwd=path.parent, env=with_mlfix, capture_output=True, timeout=120, check=False
    )
    assert read(path) == written(mlfix, folder), read(path) + done.stderr.decode()


def written(mlfix, folder):
    by_hand = folder / "by_hand.py"
    write(by_hand, LEAKY)
    subprocess.run([mlfix, "--write", "-q", str(by_hand)], check=True)
    assert read(by_hand) != LEAKY
    return read(by_hand)


def run_step_by_step(mlfix, folder):
    path = folder / "project" / "train.py"
    write(path, LEAKY)
    given = environment(
        folder,
        MLFIX=mlfix,
        FILE=str(path),
        FOLDER=str(path.parent),
        RESULT=str(folder / "result.json"),
    )
    script = Path(__file__).with_name("neovim.lua")
    command = ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {script}"]
    done = subprocess.run(command, env=given, capture_output=True, timeout=120, check=False)
    result = json.loads(read(folder / "result.json"))
    if "problem" in result:
        raise AssertionError(result["problem"] + "\n" + done.stderr.decode())

    assert read(path) == written(mlfix, folder) + "# the end\n", read(path)
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
    for run in (run_step_by_step, run_with_setup):
        with tempfile.TemporaryDirectory() as folder:
            try:
                run(str(Path(sys.argv[1]).resolve()), Path(folder).resolve())
            except AssertionError as problem:
                print(problem)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
