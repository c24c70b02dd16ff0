// The formats for other programs, from results that are written out here. Whether
// those programs accept them is what tests/reports asks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/file_text.h"
#include "report/fix_diff.h"
#include "report/format.h"
#include "report/line_hash.h"
#include "report/markdown_report.h"
#include "report/page.h"
#include "report/paths.h"
#include "report/rule_counts.h"
#include "support/rules.h"
#include "support/verdicts.h"
#include "text/foreign_text.h"

namespace mlfix::report_formats_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class ReportFormatsTest : public ::testing::Test {
 protected:
  ReportFormatsTest() {
    report_.registry = &registry_;
    report_.folder = "/home/me/project/src";
    report_.project = "/home/me/project";
    report_.checked = 3;
  }

  FileReport& add_file(const std::string& path, std::string text) {
    FileReport& file = report_.files.emplace_back();
    file.file = *make_source_file(path, std::move(text));
    return file;
  }

  FileFinding& add(FileReport& file, TextRange range, Severity severity) {
    FileFinding& entry = file.result.findings.emplace_back();
    entry.finding.rule = 1;
    entry.finding.severity = severity;
    entry.finding.range = range;
    entry.finding.message = "keeps the graph";
    entry.identity.fingerprint = "0123456789abcdef";
    return entry;
  }

  std::string rendered(Format format) const { return render(format, report_, {}); }

  const Registry registry_ = testing::sample_registry();
  RunReport report_;
};

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t result = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

TEST(Formats, EveryNameMeansItsFormat) {
  for (const std::string_view name : format_names()) {
    const auto format = format_named(name);
    ASSERT_TRUE(format) << name;
    EXPECT_EQ(format_name(*format), name);
  }
  EXPECT_FALSE(format_named("xml"));
}

// The values that the tests of GitHub's upload action expect for these texts.
TEST(LineHash, IsThatOfGitHub) {
  EXPECT_THAT(line_hashes(""), ElementsAre("c129715d7a2bc9a3:1"));
  EXPECT_THAT(line_hashes(" a\nb\n  \t\tc\n d"),
              ElementsAre("271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1",
                          "a23a3dc5e078b07b:1"));
}

TEST(LineHash, CountsEqualLinesAndReadsEveryLineEndAlike) {
  const std::string line = "Lorem ipsum dolor sit amet.\n";
  std::string text;
  for (int i = 0; i < 10; ++i) text += line;
  const auto hashes = line_hashes(text);
  EXPECT_EQ(hashes[0], "a7f2ff13bc495cf2:1");
  EXPECT_EQ(hashes[5], "a7f2ff13bc495cf2:6");
  EXPECT_EQ(hashes[6], "a7f2ff1481e87703:1");
  EXPECT_EQ(line_hashes("a\r\nb\r\n"), line_hashes("a\nb\n"));
  EXPECT_NE(line_hashes("\xF0\x9D\x95\x8F\n")[0], line_hashes("\xF0\x9D\x95\x90\n")[0]);
}

TEST(Paths, AreRelativeToTheFolderThatTheReaderKnows) {
  RunReport report;
  report.folder = "/p/src";
  report.project = "/p";
  EXPECT_EQ(path_in_project(report, "a.py"), "src/a.py");
  EXPECT_EQ(path_in_project(report, "../b.py"), "b.py");
  EXPECT_EQ(path_in_folder(report, "./a.py"), "a.py");
  EXPECT_EQ(path_in_folder(report, "/p/src/x/c.py"), "x/c.py");
  EXPECT_EQ(path_in_project(report, "/elsewhere/d.py"), "/elsewhere/d.py");
  EXPECT_EQ(uri_of_path("a b#1%.py"), "a%20b%231%25.py");
  EXPECT_EQ(uri_of_path("/x/\xC3\xA9.py"), "file:///x/%C3%A9.py");
}

class WholeLines : public ReportFormatsTest {
 protected:
  std::optional<LineChange> change(std::vector<Edit> edits, std::uint32_t max_lines = 9) {
    return whole_line_change(FileText(file_), edits, max_lines, 1000);
  }
  const FileReport& file_ = add_file("a.py", "one\r\ntwo\r\nthree\r\n");
};

TEST_F(WholeLines, OneReplacementFromTheFirstEditToTheLast) {
  const auto both = change({{0, 0, "zero\r\n"}, {13, 13, "!"}});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->first, 1u);
  EXPECT_EQ(both->last, 3u);
  EXPECT_EQ(both->text, "zero\r\none\r\ntwo\r\nthr!ee");
  EXPECT_FALSE(change({{0, 0, "zero\r\n"}, {13, 13, "!"}}, 2));
}

TEST_F(WholeLines, ALineThatGoesTakesNoOtherAlong) {
  const auto gone = change({{5, 10, ""}});
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->first, 2u);
  EXPECT_EQ(gone->last, 2u);
  EXPECT_EQ(gone->text, "");
  EXPECT_FALSE(change({}));
}

TEST(SideBySide, MatchesLinesThatWereOnlyIndented) {
  const std::string hunks =
      "@@ -4,4 +4,5 @@\n a\n-for x in y:\n-    f(x)\n+with g():\n+    for x in y:\n+        f(x)\n "
      "b\n";
  const auto rows = side_by_side(hunks);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_TRUE(rows[0].opens_hunk);
  EXPECT_EQ(rows[1].old_line, 0u);
  EXPECT_EQ(rows[1].new_text, "with g():");
  EXPECT_EQ(rows[2].old_text, "for x in y:");
  EXPECT_EQ(rows[2].new_text, "    for x in y:");
  EXPECT_EQ(rows[3].old_line, 6u);
  EXPECT_EQ(rows[3].new_line, 7u);
  EXPECT_FALSE(rows[4].changed);
  EXPECT_EQ(rows[4].new_line, 8u);
}

TEST(SideBySide, PairsWhatHasNoMatchAndIgnoresRemarks) {
  const auto rows = side_by_side("@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+b\n+c\n");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].old_text, "a");
  EXPECT_EQ(rows[0].new_text, "b");
  EXPECT_EQ(rows[1].old_line, 0u);
}

TEST(Markup, IsShownAndNotActedOn) {
  EXPECT_EQ(xml_escaped("<a b='1'>&\"\x1b\xFF"),
            "&lt;a b=&#39;1&#39;&gt;&amp;&quot;\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_F(ReportFormatsTest, GithubShowsTheWorstAndCountsTheRest) {
  FileReport& file = add_file("a.py", "x = 1\n");
  for (int i = 0; i < 13; ++i) add(file, {0, 1}, Severity::High);
  for (int i = 0; i < 12; ++i) add(file, {0, 5}, Severity::Info);
  file.result.findings.back().finding.growth = Growth::Quadratic;
  file.result.findings.back().finding.message = "costs most";
  const std::string text = rendered(Format::Github);
  EXPECT_EQ(count(text, "::error "), 10u);
  EXPECT_EQ(count(text, "::notice "), 10u);
  EXPECT_THAT(text, ::testing::StartsWith("::notice file=src/a.py,line=1,endLine=1,col=1,"
                                          "endColumn=6,title=mlfix "
                                          "detach-stored-tensor::Costs most%0A"));
  EXPECT_THAT(text, ::testing::EndsWith("::6 more findings without an annotation; the report "
                                        "lists them\n"));
}

TEST_F(ReportFormatsTest, GitlabNeverRepeatsAFingerprint) {
  FileReport& file = add_file("a.py", "x = 1\n");
  add(file, {0, 1}, Severity::High);
  add(file, {4, 5}, Severity::Low);
  const auto issues = nlohmann::json::parse(rendered(Format::Gitlab));
  EXPECT_EQ(issues[0]["fingerprint"], "0123456789abcdef");
  EXPECT_EQ(issues[1]["fingerprint"], "0123456789abcdef-1");
  EXPECT_EQ(issues[1]["severity"], "minor");
  EXPECT_EQ(issues[0]["location"]["path"], "src/a.py");
}

TEST_F(ReportFormatsTest, WhatWasFixedIsNoFindingForAForge) {
  FileFinding& fixed = add(add_file("a.py", "x = 1\n"), {0, 1}, Severity::High);
  fixed.finding.fix = Fix("Mend it", {}, testing::verdict_at(Applicability::Safe));
  fixed.applied = true;
  fixed.remains = false;
  report_.action = Action::Write;
  EXPECT_EQ(nlohmann::json::parse(rendered(Format::Gitlab)).size(), 0u);
  EXPECT_EQ(rendered(Format::Github), "");
  EXPECT_THAT(rendered(Format::Junit), HasSubstr("<testcase name=\"no findings\""));
  EXPECT_THAT(rendered(Format::Markdown), HasSubstr("(fixed)"));
  EXPECT_THAT(rendered(Format::Html), HasSubstr(">fixed</span>"));
}

TEST_F(ReportFormatsTest, SarifMarksSuppressedFindingsAndFixesWithAnEmptyText) {
  FileReport& file = add_file("a.py", "x = 1\ny = 2\n");
  FileFinding& entry = add(file, {6, 11}, Severity::Medium);
  entry.finding.fix = Fix("Delete the line", {}, testing::verdict_at(Applicability::Safe));
  entry.edits.push_back({6, 12, ""});
  add(file, {0, 5}, Severity::Medium).suppressed = true;
  const auto run = nlohmann::json::parse(rendered(Format::Sarif))["runs"][0];
  const auto change = run["results"][0]["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], "");
  EXPECT_EQ(change["artifactLocation"]["uri"], "src/a.py");
  EXPECT_FALSE(run["results"][0].contains("suppressions"));
  EXPECT_EQ(run["results"][1]["suppressions"][0]["kind"], "inSource");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 1u);
}

TEST_F(ReportFormatsTest, AnErrorOfTheRunIsInEveryReportThatCanSaySo) {
  report_.errors.push_back({ErrorKind::Refused, "b.py", 7, "is Python 2", "exclude it"});
  for (const Format format : {Format::Jsonl, Format::Sarif, Format::Github, Format::Junit,
                              Format::Markdown, Format::Html}) {
    EXPECT_THAT(rendered(format), HasSubstr("is Python 2")) << format_name(format);
  }
}

TEST_F(ReportFormatsTest, MarkdownLeavesOutWholeFindings) {
  FileReport& file = add_file("a.py", "x = 1\n");
  for (int i = 0; i < 50; ++i) add(file, {0, 1}, Severity::High);
  const std::string text = markdown_report(report_, 2'000);
  EXPECT_LE(text.size(), 2'000u);
  EXPECT_EQ(count(text, "<details>"), count(text, "</details>"));
  EXPECT_THAT(text, HasSubstr("more findings left out here for length."));
  EXPECT_THAT(markdown_report(report_), Not(HasSubstr("left out")));
}

TEST_F(ReportFormatsTest, APageNeedsNothingFromElsewhere) {
  add(add_file("a.py", "x = 1\n"), {0, 1}, Severity::High);
  const std::string page = rendered(Format::Html);
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("http:")));
}

TEST(PageForReaders, HasNoMarksOfTests) {
  EXPECT_EQ(page_for_readers("a\nx = 1  # expect: some-rule[safe]\ny\nz  # expect: b"),
            "a\nx = 1\ny\nz");
}

TEST_F(ReportFormatsTest, CountsByRule) {
  FileReport& first = add_file("a.py", "x = 1\n");
  add(first, {0, 1}, Severity::High).finding.growth = Growth::Peak;
  add(first, {0, 1}, Severity::High).suppressed = true;
  add(add_file("b.py", "x = 1\n"), {0, 1}, Severity::High).finding.growth = Growth::Linear;
  add(report_.files.back(), {0, 1}, Severity::High).finding.rule = 0;
  const auto counts = count_by_rule(report_);
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0].rule, 1u);
  EXPECT_EQ(counts[0].findings, 2u);
  EXPECT_EQ(counts[0].files, 2u);
  EXPECT_EQ(counts[0].growth, Growth::Linear);
  EXPECT_EQ(count(statistics_text(report_, Paint(false)), "\n"), 3u);
}

}  // namespace
}  // namespace mlfix::report_formats_test
