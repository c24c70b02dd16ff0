// Suppression comments: where they count, whom they name, what they are not.

#include "engine/suppression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/ignore_rules.h"
#include "rewrite/edits.h"
#include "support/pipeline.h"
#include "support/verdicts.h"

namespace mlfix::suppression_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_test_rule;
using testing::run_pipeline;

void rename(const Context& c, NodeId n, Findings& out, std::string_view from) {
  if (c.tree.text(n) != from) return;
  Finding& finding = out.report(n, "found");
  finding.fix =
      Fix("Change it", c.edit.replace(n, "new"), testing::verdict_at(Applicability::Safe));
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

TEST(Suppression, MayHaveAReasonAndAnEnd) {
  EXPECT_THAT(findings("x = old  # mlfix: ignore[old-name] -- why not\n"),
              ElementsAre("old-name!"));
  EXPECT_THAT(findings("x = old  # mlfix: ignore until 2027-01-31 -- why\n"),
              ElementsAre("old-name!"));
  EXPECT_THAT(findings("x = old  # mlfix: ignore[old-name] until we know better\n"),
              ElementsAre("old-name!"));
  EXPECT_THAT(findings("x = old  # mlfix: ignore[old-name] until 2027-02-30\n"),
              ElementsAre("old-name"));
}

TEST(Suppression, EndsAfterItsDay) {
  const auto at = [](const std::string& today) {
    PipelineOptions options;
    options.today = today;
    return run_pipeline(rules(), "x = old  # mlfix: ignore[old-name] until 2027-01-31\n", options)
        .findings.front()
        .suppressed;
  };
  EXPECT_TRUE(at("2027-01-31"));
  EXPECT_FALSE(at("2027-02-01"));
  EXPECT_TRUE(at(""));
}

// What is left of `text` when its idle comments are removed.
std::string tidied(const std::string& text) {
  std::vector<Rule> all = rules();
  for (Rule& rule : all) rule.transform.triggers = {"old|f("};
  for (Rule& rule : ignore_rules("", "")) all.push_back(std::move(rule));
  PipelineOptions options;
  options.apply_of_engine_only = true;
  options.today = "2027-02-01";
  options.rules.resize(all.size());
  return testing::fixed(run_pipeline(all, text, options), text);
}

TEST(Suppression, OneThatSilencesNothingIsRemoved) {
  const std::string used = "x = old  # mlfix: ignore[old-name]\n";
  EXPECT_EQ(tidied(used), used);
  EXPECT_EQ(tidied("x = 1  # mlfix: ignore[old-name]\n"), "x = 1\n");
  EXPECT_EQ(tidied("x = 1\t# mlfix: ignore\r\ny = 1\r\n"), "x = 1\r\ny = 1\r\n");
  EXPECT_EQ(tidied("if a:\n    # mlfix: ignore[old-name] -- why\n    x = 1\n"),
            "if a:\n    x = 1\n");
  EXPECT_EQ(tidied("x = old  # mlfix: ignore[old-name, any-call] -- why\n"),
            "x = old  # mlfix: ignore[old-name] -- why\n");
  EXPECT_EQ(tidied("x = 1  # noqa # mlfix: ignore[old-name]  # type: ignore\n"),
            "x = 1  # noqa # type: ignore\n");
  EXPECT_EQ(tidied("x = 1  # a  # mlfix: ignore[old-name]"), "x = 1  # a");
  EXPECT_EQ(tidied("# mlfix: ignore-file[any-call]\nx = old\n"), "x = old\n");
  EXPECT_EQ(tidied("# mlfix: ignore[old-name]\nx = old  # mlfix: ignore[old-name]\n"),
            "x = old  # mlfix: ignore[old-name]\n");
  const std::string unknown = "x = 1  # mlfix: ignore[no-rule]\n";
  EXPECT_EQ(tidied(unknown), unknown);
}

TEST(Suppression, OneThatHasEndedIsRemoved) {
  EXPECT_EQ(tidied("x = old  # mlfix: ignore[old-name] until 2027-01-31\n"), "x = old\n");
  const std::string today = "x = old  # mlfix: ignore[old-name] until 2027-02-01\n";
  EXPECT_EQ(tidied(today), today);
}

TEST(Suppression, WorksWithCarriageReturns) {
  EXPECT_THAT(findings("x = old  # mlfix: ignore\r\ny = old\r\n"),
              ElementsAre("old-name!", "old-name"));
}

}  // namespace
}  // namespace mlfix::suppression_test
