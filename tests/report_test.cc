// Reports made from results that are written out here.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/display.h"
#include "report/fix_diff.h"
#include "report/json_report.h"
#include "report/page.h"
#include "report/rules_report.h"
#include "report/sarif_report.h"
#include "report/text_report.h"
#include "support/rules.h"
#include "support/verdicts.h"

namespace mlfix::report_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kText =
    "import torch\n"
    "model.eval()\n"
    "\tfor x in loader:  # \xE6\x97\xA5\xE6\x9C\xAC\n"
    "    keep.append(x)\n";

TextRange range_of(std::string_view part) {
  const auto begin = static_cast<Offset>(kText.find(part));
  return {begin, begin + static_cast<Offset>(part.size())};
}

class ReportTest : public ::testing::Test {
 protected:
  ReportTest() {
    FileReport file;
    file.file = *make_source_file("src/a.py", std::string(kText));
    report_.registry = &registry_;
    report_.checked = 3;
    report_.files.push_back(std::move(file));
  }

  FileFinding& add(std::uint32_t rule, std::string_view part, std::string message) {
    FileFinding& entry = report_.files.front().result.findings.emplace_back();
    entry.finding.rule = rule;
    entry.finding.severity = Severity::High;
    entry.finding.range = range_of(part);
    entry.finding.message = std::move(message);
    return entry;
  }

  FileFinding& add_fixable(Applicability level) {
    FileFinding& entry = add(1, "keep.append(x)", "keeps the graph of `x`");
    entry.finding.why.push_back({range_of("model.eval()"), "the model is in eval mode"});
    entry.finding.growth = Growth::Linear;
    entry.finding.fix = Fix("Detach the value", {}, testing::verdict_at(level));
    const Offset at = range_of("append(x").end;
    entry.edits.push_back({at, at, ".detach()"});
    return entry;
  }

  std::string text() const { return text_report(report_, {}); }
  nlohmann::json json() const { return nlohmann::json::parse(json_report(report_, {})); }

  const Registry registry_ = testing::sample_registry();
  RunReport report_;
};

TEST_F(ReportTest, ShowsAFindingInFull) {
  add_fixable(Applicability::Safe);
  EXPECT_EQ(text(),
            "detach-stored-tensor (high): keeps the graph of `x`\n"
            "  --> src/a.py:4:5\n"
            "  |\n"
            "4 |     keep.append(x)\n"
            "  |     ^^^^^^^^^^^^^^\n"
            "  why: the model is in eval mode (line 2)\n"
            "  cost: memory grows with every iteration\n"
            "  fix: Detach the value [safe]\n"
            "    @@ -3,2 +3,2 @@\n"
            "         for x in loader:  # \xE6\x97\xA5\xE6\x9C\xAC\n"
            "    -    keep.append(x)\n"
            "    +    keep.append(x.detach())\n"
            "\n");
}

TEST_F(ReportTest, AlignsTheMarkBehindTabsAndUnderWideCharacters) {
  add(0, "\xE6\x97\xA5\xE6\x9C\xAC", "two wide characters");
  EXPECT_THAT(text(), HasSubstr("3 |     for x in loader:  # \xE6\x97\xA5\xE6\x9C\xAC\n"
                                "  |                         ^^^^\n"));
}

TEST_F(ReportTest, NamesTheLevelOfAFix) {
  add_fixable(Applicability::Unsafe);
  add_fixable(Applicability::Suggestion);
  FileFinding& withheld = add(0, "model.eval()", "message");
  withheld.withheld = "a comment would be lost";
  EXPECT_THAT(text(), HasSubstr("fix: Detach the value [unsafe: apply with --unsafe]"));
  EXPECT_THAT(text(), HasSubstr("fix: Detach the value [suggestion"));
  EXPECT_THAT(text(), HasSubstr("fix: none: a comment would be lost"));
}

TEST_F(ReportTest, ConciseIsOneLineAFinding) {
  add_fixable(Applicability::Safe);
  add(0, "model.eval()", "message");
  EXPECT_EQ(concise_report(report_, {}),
            "src/a.py:4:5: detach-stored-tensor: keeps the graph of `x` [safe fix]\n"
            "src/a.py:2:1: no-grad-eval: message\n");
}

TEST_F(ReportTest, SuppressedFindingsAreOnlyCounted) {
  add_fixable(Applicability::Safe).suppressed = true;
  EXPECT_EQ(text(), "");
  EXPECT_EQ(json()["findings"].size(), 0u);
  EXPECT_EQ(json()["summary"]["suppressed"], 1);
  EXPECT_EQ(summary_text(report_, {}), "No findings in 3 files; 1 suppressed.\n");
}

TEST_F(ReportTest, TheSummarySaysHowToApply) {
  add_fixable(Applicability::Safe);
  add_fixable(Applicability::Unsafe);
  EXPECT_EQ(summary_text(report_, {}),
            "2 findings in 1 file (3 checked): 1 fixable safely, 1 more with --unsafe.\n"
            "Apply the safe fixes with --write, or see them as a patch with --diff.\n"
            "Add --unsafe to include the unsafe fixes; read their messages first.\n");
}

TEST_F(ReportTest, AfterWritingOnlyWhatIsLeftIsShownInFull) {
  FileFinding& fixed = add_fixable(Applicability::Safe);
  fixed.applied = true;
  fixed.remains = false;
  add_fixable(Applicability::Unsafe);
  report_.action = Action::Write;
  EXPECT_THAT(text(), StartsWith("fixed src/a.py:4:5: detach-stored-tensor: Detach the value\n"
                                 "detach-stored-tensor (high)"));
  EXPECT_THAT(summary_text(report_, {}),
              StartsWith("Fixed 1 of 2 findings in 1 file; 1 left: 1 fixable with --unsafe"));
  EXPECT_EQ(json()["findings"][0]["applied"], true);
  EXPECT_EQ(json()["findings"][1]["applied"], false);
  EXPECT_EQ(summarize(report_).remaining, 1u);
}

TEST_F(ReportTest, APatchLeavesEveryFindingInTheFiles) {
  FileFinding& fixed = add_fixable(Applicability::Safe);
  fixed.applied = true;
  fixed.remains = false;
  report_.action = Action::Diff;
  EXPECT_EQ(summarize(report_).remaining, 1u);
  EXPECT_THAT(text(), HasSubstr("Detach the value [in the patch]\n\n"));
  report_.action = Action::Report;
  EXPECT_EQ(json()["findings"][0]["applied"], false);
}

TEST_F(ReportTest, EscapeSequencesOfAFileNeverReachTheTerminal) {
  FileFinding& entry = add(0, "model.eval()", "ring \x07 and \x1b[31m red");
  entry.finding.why.push_back({range_of("import"), "\x1b]0;title\x07"});
  EXPECT_THAT(text(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text(), Not(HasSubstr("\x07")));
}

TEST_F(ReportTest, ColoursAreOnlyThereWhenWanted) {
  add_fixable(Applicability::Safe);
  EXPECT_THAT(text(), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(text_report(report_, {Paint(true), false}), HasSubstr("\x1b[32m[safe]\x1b[0m"));
}

TEST_F(ReportTest, JsonHasTheDocumentedKeysInOrder) {
  add_fixable(Applicability::Safe).identity.fingerprint = "00000000000000ab";
  report_.errors.push_back({ErrorKind::Refused, "b.py", 7, "is Python 2", "exclude it"});
  const auto document = nlohmann::ordered_json::parse(json_report(report_, {}));
  const nlohmann::ordered_json expected = {
      {"path", "src/a.py"},
      {"line", 4},
      {"column", 5},
      {"end_line", 4},
      {"end_column", 19},
      {"rule", "detach-stored-tensor"},
      {"group", "gradient"},
      {"severity", "high"},
      {"confidence", "high"},
      {"message", "keeps the graph of `x`"},
      {"fingerprint", "00000000000000ab"},
      {"why", {{{"line", 2}, {"text", "the model is in eval mode"}}}},
      {"way", nlohmann::ordered_json::array()},
      {"fix",
       {{"applicability", "safe"},
        {"assumptions", nlohmann::ordered_json::array()},
        {"title", "Detach the value"},
        {"edits", {{{"start", 71}, {"end", 71}, {"text", ".detach()"}}}}}},
      {"applied", false}};
  EXPECT_EQ(document["findings"][0].dump(), expected.dump());
  EXPECT_EQ(document["errors"][0]["line"], 7);
  EXPECT_EQ(document["summary"]["errors"], 1);
  EXPECT_FALSE(document.contains("abstained"));
}

// From this file into another one.
Way way_into_meters() {
  return Way({{range_of("x in"), {}, {}, "made here"},
              {range_of("keep.append(x)"), {}, {}, "passed to `append()` as `value`"},
              {{}, "src/meters.py", {12, 9}, "added to `self.sum`"}});
}

TEST_F(ReportTest, ShowsEachStepOfAWayWithAPlaceToOpen) {
  add_fixable(Applicability::Safe).finding.way = way_into_meters();
  EXPECT_THAT(text(), HasSubstr("  why: the model is in eval mode (line 2)\n"
                                "  way: src/a.py:3:6: made here\n"
                                "    -> src/a.py:4:5: passed to `append()` as `value`\n"
                                "    -> src/meters.py:12:9: added to `self.sum`\n"
                                "  cost: memory grows with every iteration\n"));
}

TEST_F(ReportTest, JsonHasTheStepsOfAWay) {
  add_fixable(Applicability::Safe).finding.way = way_into_meters();
  const nlohmann::json way = json()["findings"][0]["way"];
  const nlohmann::json expected = {
      {{"path", "src/a.py"}, {"line", 3}, {"column", 6}, {"message", "made here"}},
      {{"path", "src/a.py"},
       {"line", 4},
       {"column", 5},
       {"message", "passed to `append()` as `value`"}},
      {{"path", "src/meters.py"}, {"line", 12}, {"column", 9}, {"message", "added to `self.sum`"}}};
  EXPECT_EQ(way.dump(), expected.dump());
}

TEST_F(ReportTest, SarifHasTheWayAsACodeFlow) {
  add_fixable(Applicability::Safe).finding.way = way_into_meters();
  report_.folder = report_.project = "/home/me/project";
  const nlohmann::json result =
      nlohmann::json::parse(sarif_report(report_))["runs"][0]["results"][0];
  const nlohmann::json steps = result["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(steps.size(), 3u);
  const nlohmann::json& here = steps[1]["location"];
  EXPECT_EQ(here["physicalLocation"]["artifactLocation"]["uri"], "src/a.py");
  EXPECT_EQ(here["physicalLocation"]["region"]["startLine"], 4);
  const nlohmann::json& there = steps[2]["location"];
  EXPECT_EQ(there["physicalLocation"]["artifactLocation"]["uri"], "src/meters.py");
  EXPECT_EQ(there["physicalLocation"]["region"]["startLine"], 12);
  EXPECT_EQ(there["message"]["text"], "added to `self.sum`");
}

TEST_F(ReportTest, AWayWithoutStepsIsNotMentioned) {
  add_fixable(Applicability::Safe);
  EXPECT_THAT(text(), Not(HasSubstr("way:")));
  EXPECT_THAT(sarif_report(report_), Not(HasSubstr("codeFlows")));
}

TEST(Ways, OnePlaceIsNone) {
  EXPECT_TRUE(Way({{range_of("x in"), {}, {}, "made here"}}).empty());
}

TEST(Ways, TheMiddleOfALongOneIsLeftOut) {
  WaySteps steps;
  for (Offset i = 0; i < 20; ++i) steps.push_back({{i, i + 1}, {}, {}, std::to_string(i)});
  const Way way(std::move(steps));
  ASSERT_EQ(way.steps().size(), Way::kMostSteps);
  EXPECT_EQ(way.steps()[2].text, "2");
  EXPECT_EQ(way.steps()[3].text, "12 steps later: 15");
  EXPECT_EQ(way.steps().back().text, "19");
}

TEST_F(ReportTest, JsonColumnsAreCodePoints) {
  add(0, "\xE6\x9C\xAC", "the second of two wide characters");
  EXPECT_EQ(json()["findings"][0]["column"], 23);
  EXPECT_EQ(json()["findings"][0]["end_column"], 24);
  EXPECT_EQ(json()["findings"][0]["fix"], nullptr);
}

TEST_F(ReportTest, JsonSurvivesAPathThatIsNoUtf8) {
  report_.errors.push_back({ErrorKind::Unreadable, "caf\xE9.py", 0, "can't be read", ""});
  EXPECT_THAT(json()["errors"][0]["path"].get<std::string>(), StartsWith("caf"));
}

TEST_F(ReportTest, ListsWhatWasLeftAlone) {
  report_.files.front().result.abstentions.push_back(
      {2, range_of("for x"), "the loop may break", range_of("import")});
  EXPECT_EQ(text(), "");
  EXPECT_EQ(text_report(report_, {Paint(false), true}),
            "src/a.py:3:2: cat-in-loop: left alone: the loop may break (line 1)\n");
  const auto document = nlohmann::json::parse(json_report(report_, {true}));
  EXPECT_EQ(document["abstained"][0]["fact"], "the loop may break");
  EXPECT_EQ(document["abstained"][0]["because_line"], 1);
}

TEST_F(ReportTest, TellsAboutSuppressionsThatNameNothing) {
  report_.files.front().result.unknown_suppressions.push_back({4, "no-grad-evil"});
  report_.errors.push_back({ErrorKind::Refused, "b.py", 7, "is Python 2", "exclude it"});
  EXPECT_EQ(problems_text(report_, {}),
            "mlfix: b.py:7: is Python 2 (exclude it)\n"
            "mlfix: src/a.py:4: no rule or group is named \"no-grad-evil\", so this comment "
            "suppresses nothing\n");
}

TEST(FixDiffs, ShowOfLongLinesWhatIsAroundTheChange) {
  const std::string line(100'000, 'a');
  const auto file = make_source_file("a.py", line + "\n" + line + "; b\n" + line + "\n");
  ASSERT_TRUE(file);
  const Offset at = static_cast<Offset>(2 * line.size() + 1);
  const auto diffs = fix_diffs(*file, {{at, at, "; x"}}, 1);
  ASSERT_EQ(diffs.size(), 1u);
  EXPECT_LT(diffs[0].hunks.size(), 2'000u);
  EXPECT_NE(diffs[0].hunks.find("a; x; b\n"), std::string::npos);
  EXPECT_TRUE(diffs[0].hunks.starts_with("@@ -1,3 +1,3 @@\n"));
}

TEST(Display, CutsLongLinesAroundTheRange) {
  const std::string line = std::string(300, 'a') + "X" + std::string(300, 'b');
  const DisplayLine shown = display_line(line, {300, 301}, 40);
  EXPECT_EQ(shown.text,
            "\xE2\x80\xA6" + std::string(10, 'a') + "X" + std::string(29, 'b') + "\xE2\x80\xA6");
  EXPECT_EQ(shown.begin, 11u);
  EXPECT_EQ(shown.end, 12u);
}

TEST(Display, AnEmptyRangeTakesOneColumn) {
  const DisplayLine shown = display_line("ab", {2, 2}, 40);
  EXPECT_EQ(shown.begin, 2u);
  EXPECT_EQ(shown.end, 3u);
}

TEST(Display, KnowsWideAndCombiningCharacters) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("\xE6\x97\xA5"), 2u);      // CJK
  EXPECT_EQ(display_width("e\xCC\x81"), 1u);         // e and a combining acute accent
  EXPECT_EQ(display_width("\xF0\x9F\x94\xA5"), 2u);  // an emoji
}

TEST(Page, FillsParagraphsAndKeepsCode) {
  const std::string page =
      "# cat-in-loop\n\n## What it does\nCollects `x` in a list and\njoins once.\n\n"
      "* one item that is long enough to need a second line\n\n```python\nx =  1\n\n  y = 2\n```\n";
  EXPECT_EQ(render_page(page, 30, Paint(false)),
            "cat-in-loop\n\nWhat it does\nCollects x in a list and joins\nonce.\n\n"
            "* one item that is long enough\n  to need a second line\n\n    x =  1\n\n"
            "      y = 2\n");
}

TEST(RulesReport, IsATableOrJson) {
  const std::vector<RuleRow> rows = {
      {"cat-in-loop", "loop", "safe", Severity::Medium, true, "", "Joins once", {{"limit", "3"}}},
      {"pointless-del",
       "resource",
       "suggestion",
       Severity::Info,
       false,
       "it is noisy",
       "Says so",
       {}}};
  const std::string table = rules_table(rows, Paint(false), std::nullopt);
  EXPECT_THAT(table, StartsWith("RULE           GROUP     BEST FIX    SEVERITY  ON   SUMMARY\n"));
  EXPECT_THAT(table, EndsWith("info      no   Says so (off: it is noisy)\n"));
  EXPECT_THAT(rules_table(rows, Paint(false), 72),
              EndsWith("info      no   Says so (off: it is\n" + std::string(52, ' ') + "noisy)\n"));
  EXPECT_EQ(rules_table(rows, Paint(false), 60), table);  // too narrow for the summaries
  const auto list = nlohmann::json::parse(rules_json(rows));
  EXPECT_EQ(list[0]["options"]["limit"], "3");
  EXPECT_EQ(list[1]["on_by_default"], false);
}

}  // namespace
}  // namespace mlfix::report_test
