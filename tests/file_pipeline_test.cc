// The pipeline as a whole: prefilter, settings, abstentions, order.

#include "engine/file_pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "semantic/knowledge/knowledge.h"
#include "support/pipeline.h"

namespace mlfix::file_pipeline_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_test_rule;
using ::testing::Pair;
using testing::places;
using testing::run_pipeline;

void report_calls(const Context&, NodeId n, Findings& out) {
  out.report(n, "a call");
}

void abstain_from_calls(const Context& c, NodeId n, Findings&) {
  c.abstain(n, "it is a call", c.tree.child(n, Field::Arguments));
}

void report_answer(const Context& c, NodeId n, Findings& out) {
  if (c.options.flag("strict") && c.options.number("answer") == 42 &&
      c.options.word("mode") == "loud") {
    out.report(n, "strict");
  }
}

class FixedOptions final : public RuleOptions {
 public:
  bool flag(std::string_view name) const override { return name == "strict"; }
  std::int64_t number(std::string_view name) const override { return name == "answer" ? 42 : 0; }
  std::string_view word(std::string_view name) const override {
    return name == "mode" ? "loud" : "";
  }
};

TEST(FilePipeline, SkipsAFileWithoutAllTriggersOfSomeRule) {
  const std::vector<Rule> rules = {
      make_test_rule("a", {Kind::Call}, report_calls, {"torch", "cat"})};
  EXPECT_FALSE(run_pipeline(rules, "f(torch)\n").analysed);
  EXPECT_FALSE(run_pipeline(rules, "").analysed);
  const FileResult result = run_pipeline(rules, "f(torch, cat)\n");
  EXPECT_TRUE(result.analysed);
  EXPECT_EQ(result.findings.size(), 1u);
}

TEST(FilePipeline, RunsOnlyRulesWhoseTriggersAreThere) {
  const std::vector<Rule> rules = {make_test_rule("a", {Kind::Call}, report_calls, {"torch"}),
                                   make_test_rule("b", {Kind::Call}, report_calls, {"keras"})};
  EXPECT_THAT(places(rules, run_pipeline(rules, "f(keras)\n"), "f(keras)\n"), ElementsAre("b:1"));
}

TEST(FilePipeline, TakesSettingsOfRules) {
  const std::vector<Rule> rules = {make_test_rule("a", {Kind::Call}, report_calls),
                                   make_test_rule("b", {Kind::Call}, report_answer)};
  PipelineOptions options;
  options.rules.resize(2);
  options.rules[0].enabled = false;
  EXPECT_THAT(run_pipeline(rules, "f()\n", options).findings, IsEmpty());
  options.rules[1].options = std::make_shared<FixedOptions>();
  options.rules[1].severity = Severity::High;
  const FileResult result = run_pipeline(rules, "f()\n", options);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].finding.rule, 1u);
  EXPECT_EQ(result.findings[0].finding.severity, Severity::High);
}

TEST(FilePipeline, SortsFindingsByPlaceThenRule) {
  const std::vector<Rule> rules = {
      make_test_rule("a", {Kind::Call}, report_calls),
      make_test_rule("b", {Kind::Identifier, Kind::Call}, report_calls)};
  const std::string text = "f()\ng()\n";
  EXPECT_THAT(places(rules, run_pipeline(rules, text), text),
              ElementsAre("b:1", "a:1", "b:1", "b:2", "a:2", "b:2"));
}

TEST(FilePipeline, KeepsAbstentionsOnRequest) {
  const std::vector<Rule> rules = {make_test_rule("a", {Kind::Call}, abstain_from_calls)};
  EXPECT_THAT(run_pipeline(rules, "f()\n").abstentions, IsEmpty());
  PipelineOptions options;
  options.show_abstained = true;
  const FileResult result = run_pipeline(rules, "x = f()\n", options);
  ASSERT_EQ(result.abstentions.size(), 1u);
  EXPECT_EQ(result.abstentions[0].because, (TextRange{5, 7}));
  EXPECT_EQ(result.abstentions[0].range, (TextRange{4, 7}));
  EXPECT_EQ(result.abstentions[0].fact, "it is a call");
}

TEST(FilePipeline, SortsAbstentionsAndKeepsEachOnce) {
  const std::vector<Rule> rules = {
      make_test_rule("a", {Kind::Call}, abstain_from_calls),
      make_test_rule("b", {Kind::Call, Kind::Call}, abstain_from_calls)};
  PipelineOptions options;
  options.show_abstained = true;
  const FileResult result = run_pipeline(rules, "f()\ng()\n", options);
  std::vector<std::pair<Offset, std::uint32_t>> seen;
  for (const Abstention& a : result.abstentions) seen.emplace_back(a.range.begin, a.rule);
  EXPECT_THAT(seen, ElementsAre(Pair(0u, 0u), Pair(0u, 1u), Pair(4u, 0u), Pair(4u, 1u)));
}

TEST(FilePipeline, ServesManyFilesInTurn) {
  const Registry registry({make_test_rule("a", {Kind::Call}, report_calls)});
  const Knowledge knowledge;
  FilePipeline pipeline(registry, knowledge, {});
  for (const std::string& text :
       {std::string("f()\n"), std::string("(\n"), std::string("g(h())\n")}) {
    const Result<SourceFile> file = make_source_file("a.py", text);
    ASSERT_TRUE(file.has_value());
    const FileResult once = pipeline.run(*file);
    const FileResult again = pipeline.run(*file);
    EXPECT_EQ(once.findings.size(), again.findings.size()) << text;
  }
}

}  // namespace
}  // namespace mlfix::file_pipeline_test
