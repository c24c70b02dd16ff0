"""scripts/case in a small tree of its own, with the real program.

    python3 case_test.py MLFIX
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEM = "noop_detach"
CASES = ROOT / "testdata/gradient" / STEM
PROGRAM = None


class Case(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        (self.root / "scripts").mkdir()
        shutil.copy(ROOT / "scripts/case", self.root / "scripts/case")
        self.write(f"transforms/gradient/{STEM}.cc", "")
        self.folder = self.root / "testdata/gradient" / STEM
        self.folder.mkdir(parents=True)
        for path in CASES.glob("01_*"):
            shutil.copy(path, self.folder)
        self.before = next(self.folder.glob("01_*.before.py"))
        self.after = next(self.folder.glob("01_*.after.py"))

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_case(self, *arguments):
        return subprocess.run(
            [sys.executable, self.root / "scripts/case", "--program", PROGRAM, *arguments],
            capture_output=True, text=True, check=False)

    def assert_answer(self, answer, status, *parts):
        self.assertEqual(answer.returncode, status, answer.stdout + answer.stderr)
        for part in parts:
            self.assertIn(part, answer.stdout + answer.stderr)

    def test_says_that_a_case_holds(self):
        for name in ("noop-detach", STEM):
            self.assert_answer(self.run_case(name), 0, f"ok  testdata/gradient/{STEM}/01_")

    def test_shows_what_the_fixes_do_otherwise(self):
        right = self.after.read_text()
        self.after.write_text(right + "print()\n")
        self.assert_answer(self.run_case(STEM), 1, "FAILED", "safe fixes:", "-print()")
        self.after.unlink()
        self.assert_answer(self.run_case(STEM), 1, "FAILED", "safe fixes:", self.before.name)

    def test_writes_what_the_fixes_give(self):
        right = self.after.read_bytes()
        self.after.unlink()
        self.assert_answer(self.run_case(STEM, "--write"), 0, f"wrote {self.after.name}")
        self.assertEqual(self.after.read_bytes(), right)
        self.assertEqual(len(list(self.folder.iterdir())), 2)
        answer = self.run_case(STEM, "--write")
        self.assert_answer(answer, 0)
        self.assertNotIn("wrote", answer.stdout)

    def test_takes_away_a_text_that_is_the_program(self):
        other = self.folder / "02_left.before.py"
        other.write_text("x = 1\n")
        stale = self.folder / "02_left.after.py"
        stale.write_text("x = 2\n")
        self.assert_answer(self.run_case(STEM, "02", "--write"), 0, f"removed {stale.name}")
        self.assertFalse(stale.exists())

    def test_compares_findings_with_their_comments(self):
        text = self.before.read_text()
        mark = f"  # expect: {STEM.replace('_', '-')}[safe]"
        self.assertIn(mark, text)
        self.before.write_text(text.replace(mark, "", 1))
        self.assert_answer(self.run_case(STEM, "--write"), 1, "found, not expected: line ")
        self.before.write_text(text.replace("[safe]", "[unsafe]", 1))
        self.assert_answer(self.run_case(STEM, "--write"), 1,
                           "expected, not found: line ", "[unsafe]")

    def test_reads_cells_and_options(self):
        for rule in ("notebook_out_cache", "cat_in_loop"):
            group = next(ROOT.glob(f"testdata/*/{rule}")).parent.name
            self.write(f"transforms/{group}/{rule}.cc", "")
            folder = self.root / "testdata" / group / rule
            folder.mkdir(parents=True)
            for path in sorted((ROOT / "testdata" / group / rule).glob("0[1-3]_*")):
                shutil.copy(path, folder)
            self.assert_answer(self.run_case(rule), 0, "ok  ")

    def test_says_what_the_program_leaves_alone(self):
        self.write(f"testdata/gradient/{STEM}/03_broken.before.py",
                   "import torch\n\ntorch.ones(1).detach()\ndef (:\n")
        self.assert_answer(self.run_case(STEM, "03"), 0, "left alone: line 4: a syntax error")

    def test_refuses_what_it_can_not_run(self):
        self.assert_answer(self.run_case("no-such-rule"), 2, "no rule has the name no-such-rule")
        self.assert_answer(self.run_case(STEM, "99"), 2, "no case in")
        self.write("scripts/silent", "#!/bin/sh\nexit 0\n")
        (self.root / "scripts/silent").chmod(0o755)
        answer = self.run_case(STEM, "--program", str(self.root / "scripts/silent"))
        self.assert_answer(answer, 2, "01_", "the program printed no report")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
