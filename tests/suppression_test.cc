// Suppression comments: where they count, whom they name, what they are not.

#include "engine/suppression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/pipeline.h"

namespace mlfix {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_test_rule;
using testing::run_pipeline;

void rename(const Context& c, NodeId n, Findings& out, std::string_view from) {
  if (c.tree.text(n) != from) return;
  Finding& finding = out.report(n, "found");
  finding.fix = Fix{Applicability::Safe, "Change it", c.edit.replace(n, "new"), {}};
}

std::vector<Rule> rules() {
  return {
      make_test_rule("old_name", {Kind::Identifier},
                     [](const Context& c, NodeId n, Findings& out) { rename(c, n, out, "old"); }),
      make_test_rule("any_call", {Kind::Call},
                     [](const Context&, NodeId n, Findings& out) { out.report(n, "a call"); })};
}

// "rule-name" of each finding, with "!" when it is suppressed.
std::vector<std::string> findings(const std::string& text) {
  const std::vector<Rule> all = rules();
  std::vector<std::string> names;
  for (const FileFinding& f : run_pipeline(all, text).findings) {
    names.push_back(all[f.finding.rule].name + (f.suppressed ? "!" : ""));
  }
  return names;
}

TEST(Suppression, OnTheLineOfTheFinding) {
  EXPECT_THAT(findings("x = old\n"), ElementsAre("old-name"));
  EXPECT_THAT(findings("x = old  # mlfix: ignore[old-name]\n"), ElementsAre("old-name!"));
  EXPECT_THAT(findings("x = old  # mlfix: ignore\n"), ElementsAre("old-name!"));
  EXPECT_THAT(findings("x = old  #mlfix:ignore[ old-name , any-call ] since it is right\n"),
              ElementsAre("old-name!"));
  EXPECT_THAT(findings("x = old  # noqa: E501  # mlfix: ignore[old-name]\n"),
              ElementsAre("old-name!"));
  EXPECT_THAT(findings("x = old\n# mlfix: ignore\ny = old\n"),
              ElementsAre("old-name", "old-name!"));
}

TEST(Suppression, NamesTheRulesAndGroupsItMeans) {
  EXPECT_THAT(findings("x = f(old)  # mlfix: ignore[old-name]\n"),
              ElementsAre("any-call", "old-name!"));
  EXPECT_THAT(findings("x = f(old)  # mlfix: ignore[test]\n"),
              ElementsAre("any-call!", "old-name!"));
  EXPECT_THAT(findings("x = f(old)  # mlfix: ignore[]\n"), ElementsAre("any-call", "old-name"));
}

TEST(Suppression, OnTheStatement) {
  const std::string statement = "x = f(\n    old,\n    1)";
  EXPECT_THAT(findings("x = f(  # mlfix: ignore[old-name]\n    old,\n    1)\n"),
              ElementsAre("any-call", "old-name!"));
  EXPECT_THAT(findings(statement + "  # mlfix: ignore\n"), ElementsAre("any-call!", "old-name!"));
  EXPECT_THAT(findings("# mlfix: ignore[old-name]\n" + statement + "\n"),
              ElementsAre("any-call", "old-name!"));
  EXPECT_THAT(findings("# mlfix: ignore[old-name]\n# and why\nx = old\n"),
              ElementsAre("old-name!"));
  EXPECT_THAT(findings("# mlfix: ignore[old-name]\n\nx = old\n"), ElementsAre("old-name"));
  EXPECT_THAT(findings("y = 1  # mlfix: ignore\nx = old\n"), ElementsAre("old-name"));
}

TEST(Suppression, OfACompoundStatementCoversItsHeaderOnly) {
  EXPECT_THAT(findings("# mlfix: ignore\nfor i in old:\n    x = old\n"),
              ElementsAre("old-name!", "old-name"));
  EXPECT_THAT(findings("for i in old:\n    x = 1  # mlfix: ignore\n"), ElementsAre("old-name"));
  EXPECT_THAT(findings("# mlfix: ignore\n@cache\ndef old():\n    return old\n"),
              ElementsAre("old-name!", "old-name"));
}

TEST(Suppression, OfTheWholeFile) {
  EXPECT_THAT(findings("x = old\n# mlfix: ignore-file[old-name]\ny = f(old)\n"),
              ElementsAre("old-name!", "any-call", "old-name!"));
  EXPECT_THAT(findings("# mlfix: ignore-file\nx = f(old)\n"),
              ElementsAre("any-call!", "old-name!"));
}

TEST(Suppression, InAStringMeansNothing) {
  EXPECT_THAT(findings("x = old, '# mlfix: ignore'\n"), ElementsAre("old-name"));
  EXPECT_THAT(findings("'''\n# mlfix: ignore-file\n'''\nx = old\n"), ElementsAre("old-name"));
}

TEST(Suppression, OtherWordsMeanNothing) {
  EXPECT_THAT(findings("x = old  # mlfix: ignored\n"), ElementsAre("old-name"));
  EXPECT_THAT(findings("x = old  # mlfix: ignore-line\n"), ElementsAre("old-name"));
  EXPECT_THAT(findings("x = old  # see mlfix: ignore\n"), ElementsAre("old-name"));
}

TEST(Suppression, KeepsTheFixAway) {
  const std::string text = "x = old  # mlfix: ignore[old-name]\ny = old\n";
  const FileResult result = run_pipeline(rules(), text);
  EXPECT_EQ(result.fixed_text, "x = old  # mlfix: ignore[old-name]\ny = new\n");
}

TEST(Suppression, TellsUnknownNames) {
  const FileResult result =
      run_pipeline(rules(), "x = old\n# mlfix: ignore[old-nam, old-name]\ny = old\n");
  EXPECT_THAT(result.unknown_suppressions, ElementsAre(UnknownSuppression{2, "old-nam"}));
  EXPECT_THAT(run_pipeline(rules(), "x = old  # mlfix: ignore[test]\n").unknown_suppressions,
              IsEmpty());
}

TEST(Suppression, WorksWithCarriageReturns) {
  EXPECT_THAT(findings("x = old  # mlfix: ignore\r\ny = old\r\n"),
              ElementsAre("old-name!", "old-name"));
}

}  // namespace
}  // namespace mlfix
