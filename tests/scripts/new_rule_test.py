"""scripts/new-rule in a copy of what it changes in this tree.

    python3 new_rule_test.py

tests/new_rule_test.cc looks at what it adds; this at the lists that name all rules.
"""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FEWEST_CASES = 12  # GoldenPrograms.EveryRuleHasEnoughCases
SCHEMA = "docs/schema/config.schema.json"


class NewRule(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        for name in ("README.md", SCHEMA, "config/default.yml", "transforms/transforms.def",
                     "scripts/new-rule", "scripts/rule-pages",
                     *(path.relative_to(ROOT) for path in ROOT.glob("transforms/*/*.md"))):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        listed = re.findall(r"^MLFIX_TRANSFORM\((\w+), (\w+),",
                            self.read("transforms/transforms.def"), re.M)
        self.rules = [(group, stem.replace("_", "-")) for group, stem in listed]

    def read(self, name):
        return (self.root / name).read_text()

    def add(self, group, stem):
        subprocess.run(["bash", self.root / "scripts/new-rule", group, stem],
                       capture_output=True, check=True)

    def readme_rows(self):
        return re.findall(r"^\| `([\w-]+)` \| (\w+) \| (\w+) \|", self.read("README.md"), re.M)

    def schema(self):
        definitions = json.loads(self.read(SCHEMA))["definitions"]
        return (definitions["selector"]["anyOf"][0]["enum"],
                definitions["rules"]["properties"])

    def places_of_a_rule(self):
        """Where a new rule comes: first, in the middle of a group, in a group of its own, last."""
        group, rule = self.rules[len(self.rules) // 2]
        return [(self.rules[0][0], "a0"), (group, rule.replace("-", "_") + "_too"),
                ("memory", "of_its_own"), ("zoo", "at_the_end")]

    def test_names_the_rule_in_the_readme_and_nothing_else(self):
        before = self.read("README.md").split("\n")
        for group, stem in self.places_of_a_rule():
            self.add(group, stem)
            lines = self.read("README.md").split("\n")
            rule = stem.replace("_", "-")
            added = [line for line in lines if line.startswith(f"| `{rule}` | {group} | report |")]
            self.assertEqual(len(added), 1)
            lines.remove(added[0])
            self.assertEqual(lines, before)
            before = self.read("README.md").split("\n")
        groups = [group for _, group, _ in self.readme_rows()]
        self.assertEqual(groups, sorted(groups))

    def test_names_the_rule_in_the_schema_as_the_program_does(self):
        group_of = {rule: group for group, rule in self.rules}
        for group, stem in self.places_of_a_rule():
            names, properties = self.schema()
            self.add(group, stem)
            more, entries = self.schema()
            rule = stem.replace("_", "-")
            self.assertEqual({*more} - {*names}, {rule, group} - {*names})
            self.assertEqual(entries[rule]["description"], f"Finds calls of `torch.{stem}`.")
            self.assertEqual([name for name in entries if name != rule], list(properties))
            self.assertEqual([name for name in more if name in entries],
                             [name for name in entries if name in more])
            group_of[rule] = group
            for one in {*group_of.values()}:
                first = next(i for i, name in enumerate(more) if group_of.get(name) == one)
                self.assertEqual(more[first + 1], one)

    def test_writes_enough_cases(self):
        self.add("loop", "alpha")
        page = self.read("transforms/loop/alpha.md")
        fences = page.split("## Example")[1].count("```python")
        cases = [path.read_text() for path in (self.root / "testdata/loop/alpha").iterdir()]
        self.assertGreaterEqual(len(cases) + fences - 1, FEWEST_CASES)  # an example is a pair
        left = [text for text in cases if "# expect:" not in text]
        guarded = [text for text in left if "torch.alpha()" in text]
        self.assertGreaterEqual(3 * len(guarded), len(left))


if __name__ == "__main__":
    unittest.main()
