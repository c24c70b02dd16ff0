// scripts/new-rule in a small copy of the tree: what it adds has all the parts
// that a rule must have, and the lists stay sorted and readable.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "config/rule_defaults.h"
#include "engine/registry.h"
#include "support/golden.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::new_rule_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ProcessResult;
using testing::read_bytes;
using testing::TemporaryFolder;

constexpr std::string_view kList =
    "// The transforms.\n\n"
    "MLFIX_TRANSFORM(loop, cat_in_loop, true, \"\")\n"
    "MLFIX_TRANSFORM(tensor, last, false, \"slow\")\n";
constexpr std::string_view kDefaults =
    "# What every rule is.\n\n"
    "# loop: repeated work\n"
    "cat-in-loop:\n  level: safe\n  severity: high\n\n"
    "# tensor: values\n"
    "last:\n  level: safe\n  severity: high\n";

class NewRule : public ::testing::Test {
 protected:
  NewRule() {
    folder_.write("transforms/transforms.def", kList);
    folder_.write("config/default.yml", kDefaults);
    folder_.write("transforms/loop/cat_in_loop.md", "# cat-in-loop\n\n## What it does\n\nJoins.\n");
    folder_.write("transforms/tensor/last.md", "# last\n\n## What it does\n\nEnds. Slowly.\n");
    folder_.write("scripts/new-rule", "");
    for (const char* script : {"scripts/new-rule", "scripts/rule-pages"}) {
      fs::copy_file(fs::path(MLFIX_SOURCE_DIR) / script, root() / script,
                    fs::copy_options::overwrite_existing);
    }
  }

  const fs::path& root() const { return folder_.path(); }
  std::string read(const fs::path& relative) const { return read_bytes(root() / relative); }
  ProcessResult add(const std::string& group, const std::string& stem) const {
    return testing::run_command({"bash", (root() / "scripts/new-rule").string(), group, stem},
                                {root(), "", {}, false, 0, {}});
  }

  TemporaryFolder folder_;
};

void check_nothing(const Context& /*context*/, NodeId /*n*/, Findings& /*out*/) {}

TEST_F(NewRule, AddsARuleWithAllItsParts) {
  const ProcessResult result = add("loop", "alpha_rule");
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string page = read("transforms/loop/alpha_rule.md");
  const Transform transform{"alpha_rule", check_nothing, {Kind::Call}, {"alpha_rule"}};
  const Registry registry({make_rule(transform, "loop", page, true, "")});
  EXPECT_THAT(registry_problems(registry), IsEmpty());
  EXPECT_EQ(testing::fences_below(page, "Example").size(), 2u);
  EXPECT_THAT(read("transforms/loop/alpha_rule.cc"),
              HasSubstr("MLFIX_DEFINE_TRANSFORM(alpha_rule, check,"));
  const auto expected =
      testing::expectations_in(read("testdata/loop/alpha_rule/01_report.before.py"));
  EXPECT_THAT(expected, ElementsAre(testing::Expectation{4, "alpha-rule", "report"}));
  EXPECT_THAT(
      testing::expectations_in(read("testdata/loop/alpha_rule/02_left_other_library.before.py")),
      IsEmpty());
}

TEST_F(NewRule, WritesThePagesOfAllRules) {
  ASSERT_EQ(add("loop", "alpha_rule").status, 0);
  EXPECT_THAT(read("docs/rules/alpha-rule.md"),
              HasSubstr("# alpha-rule\n\nGroup: loop. Best fix: report. Severity: medium. On by "
                        "default: yes.\n"));
  EXPECT_THAT(read("docs/rules/last.md"), HasSubstr("On by default: no (slow).\n"));
  EXPECT_THAT(
      read("docs/rules/README.md"),
      HasSubstr("## tensor\n\nValues.\n\n"
                "| Rule | Best fix | Severity | On | What it does |\n|---|---|---|---|---|\n"
                "| [last](last.md) | safe | high | no | Ends. |\n"));
}

TEST_F(NewRule, TellsWhichCaseNeedsItsGuard) {
  const fs::path page = "tests/equivalence/guards_page.py";
  for (const char* table : {"cases.tsv", "programs.tsv", "why.tsv"}) {
    folder_.write(fs::path("tests/mutants") / table, "");
  }
  folder_.write(page, read_bytes(fs::path(MLFIX_SOURCE_DIR) / page));
  ASSERT_EQ(add("loop", "alpha").status, 0);
  EXPECT_EQ(read("tests/mutants/cases.tsv"),
            "alpha: it is called without an argument\tfinding\t"
            "loop/alpha/06_left_without_argument\n");
  EXPECT_TRUE(fs::exists(root() / "testdata/loop/alpha/06_left_without_argument.before.py"));
  EXPECT_THAT(read("docs/guards.md"), HasSubstr("| alpha: it is called without an argument |"));
}

TEST_F(NewRule, KeepsTheListSorted) {
  ASSERT_EQ(add("loop", "zeta").status, 0);
  ASSERT_EQ(add("loop", "alpha").status, 0);
  ASSERT_EQ(add("gradient", "beta").status, 0);
  EXPECT_EQ(read("transforms/transforms.def"),
            "// The transforms.\n\n"
            "MLFIX_TRANSFORM(gradient, beta, true, \"\")\n"
            "MLFIX_TRANSFORM(loop, alpha, true, \"\")\n"
            "MLFIX_TRANSFORM(loop, cat_in_loop, true, \"\")\n"
            "MLFIX_TRANSFORM(loop, zeta, true, \"\")\n"
            "MLFIX_TRANSFORM(tensor, last, false, \"slow\")\n");
}

TEST_F(NewRule, WritesDefaultsBehindTheirGroup) {
  ASSERT_EQ(add("loop", "alpha").status, 0);
  ASSERT_EQ(add("tensor", "beta").status, 0);
  ASSERT_EQ(add("zoo", "gamma").status, 0);
  EXPECT_EQ(read("config/default.yml"),
            "# What every rule is.\n\n"
            "# loop: repeated work\n"
            "cat-in-loop:\n  level: safe\n  severity: high\n\n"
            "alpha:\n  level: suggestion\n  severity: medium\n\n"
            "# tensor: values\n"
            "last:\n  level: safe\n  severity: high\n\n"
            "beta:\n  level: suggestion\n  severity: medium\n\n"
            "# zoo: what its rules have in common\n"
            "gamma:\n  level: suggestion\n  severity: medium\n");
}

TEST_F(NewRule, RefusesWhatIsThereOrNoName) {
  EXPECT_EQ(add("loop", "cat_in_loop").status, 2);
  EXPECT_EQ(add("fixes", "thing").status, 2);
  EXPECT_EQ(add("loop", "Cat-Loop").status, 2);
  EXPECT_EQ(add("../loop", "thing").status, 2);
  EXPECT_EQ(read("transforms/transforms.def"), kList);
  EXPECT_EQ(read("config/default.yml"), kDefaults);
}

}  // namespace
}  // namespace mlfix::new_rule_test
