// Every format with hostile names of files and hostile words of findings, read by a
// parser of the format.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bot/messages.h"
#include "report/format.h"
#include "report/text_report.h"
#include "support/hostile.h"
#include "support/process.h"
#include "support/rules.h"
#include "support/temporary_folder.h"
#include "support/verdicts.h"
#include "transforms/registry.h"

namespace mlfix::foreign_reports_test {
namespace {

using testing::count_of;
using testing::expect_calls_nobody;
using testing::expect_only;
using testing::has_hidden;
using testing::has_markdown_parser;
using testing::hostile_text;
using testing::parsed_markdown;

// A path that a file may have.
std::string hostile_path() {
  std::string path;
  for (const char c : hostile_text()) {
    if (c != '\0') path += c;
  }
  return "src/" + path + ".py";
}

// A run with a few findings; the registry must outlive it.
RunReport hostile_report(const Registry& registry) {
  RunReport report;
  report.registry = &registry;
  report.folder = "/home/me/project";
  report.project = "/home/me/project";
  report.checked = 3;
  for (int i = 0; i < 3; ++i) {
    FileReport& file = report.files.emplace_back();
    file.file = *make_source_file(hostile_path(), "x = 1\ny = ' ::error::z'\n");
    FileFinding& entry = file.result.findings.emplace_back();
    entry.finding.rule = 1;
    entry.finding.severity = Severity::High;
    entry.finding.range = {0, 1};
    entry.finding.message = hostile_text();
    entry.finding.why = {{{6, 7}, hostile_text()}};
    entry.finding.way =
        Way({{{0, 1}, {}, {}, hostile_text()}, {{}, hostile_path(), {3, 1}, hostile_text()}});
    entry.finding.fix = Fix(hostile_text(), {}, testing::verdict_at(Applicability::Safe));
    entry.edits = {{4, 5, "2"}};
    entry.identity.fingerprint = fmt::format("{:016x}", i);
  }
  report.errors.push_back(
      {ErrorKind::Unreadable, hostile_path(), 3, hostile_text(), hostile_text()});
  return report;
}

// Our own lines end in line feeds and may have colours; nothing else is hidden.
void expect_plain_lines(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_FALSE(has_hidden(line)) << line;
}

class ForeignReports : public ::testing::Test {
 protected:
  // Lets the property look at the renderings of random runs.
  template <typename Look>
  void for_reports(Format format, Look look) {
    EXPECT_TRUE(rc::check([&] {
      const RunReport report = hostile_report(registry_);
      look(render(format, report, {}));
      RC_ASSERT(!HasFailure());
    }));
  }

  std::string run(const std::vector<std::string>& command, const std::string& input) const {
    testing::ProcessOptions options;
    options.folder = folder_.path();
    options.input = input;
    const auto result = testing::run_command(command, options);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }

  const Registry registry_ = testing::sample_registry();
  const testing::TemporaryFolder folder_;
};

TEST_F(ForeignReports, TextHasNothingHidden) {
  for_reports(Format::Text, expect_plain_lines);
  for_reports(Format::Concise, expect_plain_lines);
  EXPECT_TRUE(rc::check([&] {
    expect_plain_lines(problems_text(hostile_report(registry_), {}));
    RC_ASSERT(!HasFailure());
  }));
}

TEST_F(ForeignReports, MarkdownHasOurNodesOnly) {
  if (!has_markdown_parser()) GTEST_SKIP() << "cmark-gfm is not installed";
  for_reports(Format::Markdown, [](const std::string& text) {
    const auto nodes = parsed_markdown(text);
    expect_only(nodes,
                {"document", "heading", "paragraph", "text", "code", "code_block", "list", "item",
                 "softbreak", "html_block", "table", "table_header", "table_row", "table_cell"},
                text);
    EXPECT_EQ(count_of(nodes, "heading"), 2u);
    EXPECT_EQ(count_of(nodes, "code_block"), 3u);
    EXPECT_EQ(count_of(nodes, "html_block"), 6u);  // <details>, with its summary, and its end
    EXPECT_EQ(count_of(nodes, "table"), 1u);
    expect_calls_nobody(nodes);
  });
}

// The pages' elements by their names, as a parser of HTML sees them, with one start of Python for
// all pages.
TEST_F(ForeignReports, HtmlHasOurElementsOnly) {
  nlohmann::json pages = nlohmann::json::array();
  EXPECT_TRUE(
      rc::check([&] { pages.push_back(render(Format::Html, hostile_report(registry_), {})); }));
  ASSERT_GE(pages.size(), 50u);
  const std::string elements =
      run({"python3", "-c",
           "import sys, json, html.parser\n"
           "class P(html.parser.HTMLParser):\n"
           "    def handle_starttag(self, tag, attributes):\n"
           "        self.names.append(tag + ' ' + ' '.join(sorted(n for n, _ in attributes)))\n"
           "for page in json.load(sys.stdin):\n"
           "    parser = P()\n"
           "    parser.names = []\n"
           "    parser.feed(page)\n"
           "    print(json.dumps([n for n in parser.names if n.strip() != 'code']))\n"},
          pages.dump());
  std::istringstream lines(elements);
  std::set<std::string> different;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) different.insert(line);
  EXPECT_EQ(count, pages.size());
  EXPECT_EQ(different.size(), 1u) << elements;
}

TEST_F(ForeignReports, JsonIsJsonWithoutHiddenCharacters) {
  for (const Format format : {Format::Json, Format::Sarif, Format::Gitlab, Format::Rdjson}) {
    for_reports(format, [](const std::string& text) {
      EXPECT_TRUE(nlohmann::json::accept(text));
      expect_plain_lines(text);
      EXPECT_EQ(text.find("##["), std::string::npos);
    });
  }
}

TEST_F(ForeignReports, JunitIsXml) {
  for_reports(Format::Junit, [&](const std::string& text) {
    expect_plain_lines(text);
    EXPECT_EQ(run({"xmllint", "--xpath", "count(//testcase)", "-"}, text).substr(0, 1), "4");
  });
}

TEST_F(ForeignReports, AnnotationsAreOneLineEach) {
  for_reports(Format::Github, [](const std::string& text) {
    expect_plain_lines(text);
    std::istringstream lines(text);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      EXPECT_TRUE(line.starts_with("::error ")) << line;
    }
    EXPECT_EQ(count, 4);
  });
}

// What the bot writes.

FixSeries hostile_series() {
  FixSeries series;
  series.group = "gradient";
  RuleCommit commit;
  for (int i = 0; i < 3; ++i) {
    commit.findings.push_back({hostile_path(),
                               {std::nullopt, {3, 1}},
                               hostile_text(),
                               hostile_text(),
                               Growth::Linear,
                               Severity::High,
                               {{{std::nullopt, {2, 1}}, hostile_text()}},
                               {{{std::nullopt, {2, 1}}, hostile_text(), hostile_path()}},
                               "aa"});
  }
  series.commits.push_back(std::move(commit));
  return series;
}

TEST_F(ForeignReports, PullRequestsHaveOurLinksOnly) {
  if (!has_markdown_parser()) GTEST_SKIP() << "cmark-gfm is not installed";
  const Registry registry = shipped_registry();
  const auto link = [](const std::string& /*path*/, std::optional<std::uint32_t> /*line*/) {
    return std::string("https://example.org/line");
  };
  EXPECT_TRUE(rc::check([&] {
    const std::string text = pull_text(hostile_series(), {registry, link, {}}, 60'000);
    const auto nodes = parsed_markdown(text);
    expect_calls_nobody(nodes);
    EXPECT_EQ(count_of(nodes, "link"), 9u) << text;
    EXPECT_EQ(count_of(nodes, "image") + count_of(nodes, "html_block"), 0u) << text;
    EXPECT_EQ(count_of(nodes, "html_inline"), 2u) << text;  // <sub> of the signature
    EXPECT_EQ(count_of(nodes, "heading"), 3u) << text;
    RC_ASSERT(!HasFailure());
  }));
}

TEST_F(ForeignReports, CommitMessagesHaveOurLinesOnly) {
  const Registry registry = shipped_registry();
  EXPECT_TRUE(rc::check([&] {
    const FixSeries series = hostile_series();
    const std::string message =
        commit_message(registry.rules()[0], Applicability::Safe, series.commits[0].findings);
    expect_plain_lines(message);
    const std::string trailers = run({"git", "interpret-trailers", "--parse"}, message);
    EXPECT_EQ(trailers, "") << message;
    EXPECT_LE(message.find('\n'), 72u);
    RC_ASSERT(!HasFailure());
  }));
}

}  // namespace
}  // namespace mlfix::foreign_reports_test
