"""Runs programs in the forks of a warm process (see warm.py)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from fixing import write_files

HERE = Path(__file__).resolve().parent
# PyTorch is the distribution's, where there is one.
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


def missing_package():
    """Why no program can be run here, or ""."""
    for package in ("torch", "numpy", "matplotlib"):
        found = subprocess.run([PYTHON, "-c", f"import {package}"], capture_output=True, text=True)
        if found.returncode != 0:
            return f"{PYTHON} has no {package}"
    return ""


class Runner:
    """One warm process; what a program writes goes to a folder that is emptied each time."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = {
            **os.environ,
            "OMP_NUM_THREADS": "1",
            "MKL_NUM_THREADS": "1",
            "MPLBACKEND": "Agg",
            "MPLCONFIGDIR": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": os.pathsep.join((str(HERE), str(HERE / "support"))),
        }
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        command = [PYTHON, str(HERE / "warm.py")]
        self.process = subprocess.Popen(
            command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True, **pipes
        )

    def run(self, files, entry, probe=None):
        """What the program does (see observing.py)."""
        folder = self.folder / "run"
        shutil.rmtree(folder, ignore_errors=True)
        write_files(folder, files)
        request = {"folder": str(folder), "entry": entry, "probe": probe}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
