"""The wheel, made without a network and installed in an environment of its own.

    python3 python_test.py PROGRAM

PROGRAM is the mlfix that was built. Exit status 77 when a tool is missing.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ["CMakeLists.txt", "README.md", "pyproject.toml", "setup.py", "MANIFEST.in", "packaging",
           "python", "scripts"]
LEAKY = """\
import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
    return correct
"""

# Runs where the wheel is installed: what the module does.
USE = """
import json, sys
from pathlib import Path
import mlfix

folder = Path(sys.argv[1])
leaky = folder / "leaky.py"
assert mlfix.program().parent == Path(sys.executable).parent, mlfix.program()
found = mlfix.check(leaky)["findings"]
assert [(it["rule"], it["line"]) for it in found] == [("no-grad-eval", 8)], found
assert mlfix.check(["leaky.py"], cwd=folder, ignore=["no-grad-eval"])["findings"] == []
assert mlfix.check("-", text=leaky.read_text())["summary"]["findings"] == 1
assert mlfix.check(folder / "none.py")["errors"][0]["kind"] == "usage"
assert "abstained" in mlfix.check(leaky, options=["--show-abstained"])
try:
    mlfix.check(leaky, options=["--no-such-option"])
except mlfix.MlfixError as error:
    assert "--no-such-option" in str(error), error
else:
    raise AssertionError("an option that does not exist is no error")
assert mlfix.check(leaky, write=True)["summary"]["applied"] == 1
assert "@torch.no_grad()" in leaky.read_text()

# What the types say of the JSON, for a comparison with its schema.
types = {name: getattr(mlfix, name) for name in mlfix.__all__ if name[0].isupper()}
print(json.dumps({name: [sorted(it.__required_keys__), sorted(it.__optional_keys__)]
                  for name, it in types.items() if hasattr(it, "__required_keys__")}))
"""


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False,
                          **options)
    if done.returncode:
        raise SystemExit(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def wheel(program, folder):
    """Of a copy of the sources, so that nothing is left beside them."""
    copy = folder / "source"
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name)
        else:
            copy.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    run(sys.executable, "-m", "pip", "wheel", "--no-index", "--wheel-dir", folder, copy,
        env=os.environ | {"MLFIX_PROGRAM": str(program)})
    made, = folder.glob("*.whl")
    return made


def shapes_of_schema():
    """Required and optional keys of each type that the module has."""
    schema = json.loads((ROOT / "docs/schema/findings.schema.json").read_text())
    named = schema["$defs"]
    finding = named["finding"]["properties"]
    fix = finding["fix"]["oneOf"][1]
    objects = {"Report": schema, "Finding": named["finding"], "Error": named["error"],
               "Summary": named["summary"], "Abstention": named["abstention"], "Fix": fix,
               "Reason": finding["why"]["items"], "Step": finding["way"]["items"],
               "Edit": fix["properties"]["edits"]["items"]}
    return {name: [sorted(it["required"]), sorted(set(it["properties"]) - set(it["required"]))]
            for name, it in objects.items()}


def check_types(python, folder):
    if not shutil.which("mypy"):
        return
    use = folder / "use.py"
    use.write_text("import mlfix\n"
                   "path: str = mlfix.check('.')['findings'][0]['path']\n")
    run("mypy", "--strict", "--python-executable", python, use, cwd=folder)
    # Another file: of one that was written twice in a second mypy may remember the first text.
    misuse = folder / "misuse.py"
    misuse.write_text("import mlfix\nline: str = mlfix.check('.')['findings'][0]['line']\n")
    wrong = subprocess.run(["mypy", "--strict", "--python-executable", str(python), str(misuse)],
                           capture_output=True, text=True, check=False, cwd=folder)
    assert wrong.returncode == 1 and '"int"' in wrong.stdout, wrong.stdout


def main():
    program = Path(sys.argv[1]).resolve()
    for tool in ("pip", "setuptools", "wheel", "virtualenv"):
        if not importlib.util.find_spec(tool):
            print(f"{tool} is not installed")
            return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = wheel(program, folder)
        assert made.name.startswith("mlfix-") and "-py3-none-" in made.name, made
        run(sys.executable, "-m", "virtualenv", "--no-download", folder / "venv")
        python = folder / "venv/bin/python"
        run(python, "-m", "pip", "install", "--no-index", made)
        version = run(program, "--version")
        assert run(python, "-m", "mlfix", "--version", cwd=folder) == version
        assert run(folder / "venv/bin/mlfix", "--version") == version
        (folder / "leaky.py").write_text(LEAKY)
        shapes = json.loads(run(python, "-c", USE, folder, cwd=folder))
        assert shapes == shapes_of_schema(), (shapes, shapes_of_schema())
        check_types(python, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
