"""What a changed line costs the language server, in instructions, which know no noise.

    python3 cost.py MLFIX...

The project is that of tests/bench/editor.py: 2,000 lines in one of 500 files. The server runs
under valgrind with few edits and with more, so that the start is taken off. Prints the
millions of instructions of an edit for each program, and fails for more than BUDGET.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
import editor  # noqa: E402

from client import Client  # noqa: E402

BUDGET = 208  # millions; 30 ms of CPU are about 320
SKIPPED = 77
FEW, MORE = 2, 6


def instructions(mlfix, folder, path, edits):
    log = folder / "log"
    under = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
             f"--log-file={log}", "--main-stacksize=8388608"]
    client = Client(mlfix, folder, under=under, debounce=0)
    editor.edit_lines(client, path, edits)
    client.end()
    return int(re.search(r"I\s+refs:\s+([\d,]+)", log.read_text())[1].replace(",", ""))


def cost_of_edit(mlfix):
    """In millions of instructions."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        path = editor.write_project(folder, 500, 2000)
        few, more = (instructions(mlfix, folder, path, edits) for edits in (FEW, MORE))
    return (more - few) / (MORE - FEW) / 1e6


def main(programs):
    if shutil.which("valgrind") is None:
        print("valgrind is not there")
        return SKIPPED
    costs = [cost_of_edit(str(Path(mlfix).resolve())) for mlfix in programs]
    for mlfix, cost in zip(programs, costs):
        print(f"{mlfix}: {cost:.1f} million instructions for a changed line")
    return 1 if max(costs) > BUDGET else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
