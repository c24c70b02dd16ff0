"""The libraries of Visual Studio Code's client, under Node, against `mlfix lsp`.

    python3 node.py MLFIX PACKAGES

PACKAGES is the folder that holds the unpacked npm packages. Exit status 77 when
they, or Node, are not there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from client import write

SKIPPED = 77
PACKAGES = {
    "vscode-languageserver-protocol": "3.17.5",
    "vscode-languageserver-types": "3.17.5",
    "vscode-jsonrpc": "8.2.0",
}
LEAKY = """\
import torch

results = torch.empty(0, 10)
for _ in range(100):
    results = torch.cat((results, torch.rand(1, 10)), dim=0)
"""


def main():
    mlfix, packages = sys.argv[1:]
    if shutil.which("node") is None:
        print("skipped: there is no Node")
        return SKIPPED
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        modules = folder / "node_modules"
        modules.mkdir()
        for name, version in PACKAGES.items():
            package = Path(packages).resolve() / f"{name}-{version}" / "package"
            if not package.is_dir():
                print(f"skipped: the npm package {name} {version} is not in {packages}")
                return SKIPPED
            (modules / name).symlink_to(package)
        for name in ("train.py", "other.py"):
            write(folder / "project" / name, LEAKY)
        for number in range(500):
            write(folder / "project" / "many" / f"m{number}.py", LEAKY + "    print(results)\n")
        script = Path(__file__).with_name("node_client.cjs")
        command = ["node", "--preserve-symlinks", str(script), mlfix, str(folder / "project")]
        environment = {**os.environ, "NODE_PATH": str(modules)}
        return subprocess.run(command, env=environment, timeout=120, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
