"""What a first build leaves out is what scripts/mlfix builds the whole program for.

    python3 first_build_test.py MLFIX_CHECK ROOT
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

# What a command wants to be given before it is run; nothing for the others.
ARGUMENTS = {
    "explain": ["no-grad-eval", "--demo"], "bot": ["plan"], "merge": ["record"],
    "fleet": ["plan", "--run-folder", "run", "list"], "measure": ["--", "true"],
    "learn": ["before.py", "after.py"], "completions": ["bash"],
}


def said(program, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([program, *arguments], cwd=folder, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True)
    return run.stdout, run.stderr


def commands_of(program):
    usage, _ = said(program, "--help")
    lines = re.findall(r"^ +mlfix ([a-z-]+(?: \| [a-z-]+)*)", usage, re.M)
    return [name for line in lines for name in line.split(" | ")]


class FirstBuild(unittest.TestCase):
    def test_script_knows_what_is_left_out(self):
        script = (Path(ROOT) / "scripts/mlfix").read_text()
        words, = re.findall(r"^ *(\w+(?: \| \w+)*) \| --demo\)$", script, re.M)
        left_out = {name for name in commands_of(CHECK)
                    if "has no such command" in said(CHECK, name, *ARGUMENTS.get(name, []))[1]}
        self.assertEqual(left_out, {*words.split(" | "), "explain"})

    def test_pages_of_rules_are_there(self):
        self.assertIn("no_grad", said(CHECK, "explain", "no-grad-eval")[0])


if __name__ == "__main__":
    CHECK, ROOT = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
