// Hostile names and texts in every place where they may stand. The judges are
// parsers: cmark-gfm for Markdown, a JSON parser, xmllint; for lines of a terminal
// or a log what the readers of those act on is looked for by hand.

#include "text/foreign_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "support/hostile.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::foreign_text_test {
namespace {

using testing::count_of;
using testing::expect_calls_nobody;
using testing::expect_only;
using testing::has_hidden;
using testing::has_markdown_parser;
using ::testing::HasSubstr;
using testing::hostile_text;
using testing::hostile_texts;
using testing::parsed_markdown;
using ::testing::StartsWith;

TEST(ForeignText, ShowsWhatIsHidden) {
  EXPECT_EQ(visible("a\nb\tc\x1b[1m"), "a\\nb\\tc\\x1b[1m");
  EXPECT_EQ(visible("x\u202ey\U000e0041"), "x\\u202ey\\U000e0041");
  for (const char* nothing :
       {"\u034f", "\u2800", "\ufe00", "\ufe0f", "\uffa0", "\ufff0", "\U0001bca0", "\U0001d17a"}) {
    EXPECT_THAT(visible(nothing), StartsWith("\\"));
  }
  EXPECT_EQ(visible("\xFF\xC3\xA9"), "\\xff\xC3\xA9");
  EXPECT_EQ(visible("plain, and \xE6\x97\xA5"), "plain, and \xE6\x97\xA5");
}

TEST(ForeignText, MarkdownKeepsCodeAndEscapesTheRest) {
  EXPECT_EQ(markdown_prose("a_b <b> `x_<y>`"), "a\\_b &lt;b&gt; `x_<y>`");
  EXPECT_EQ(markdown_prose("open `code"), "open \\`code");
  EXPECT_EQ(markdown_prose("ask @ada"),
            "ask @\u200b"
            "ada");
  EXPECT_EQ(markdown_code("a`b"), "``a`b``");
  EXPECT_EQ(markdown_code("`"), "`` ` ``");
  EXPECT_EQ(markdown_block("x ``` y\n", "diff"), "````diff\nx ``` y\n````\n");
  EXPECT_EQ(markdown_code_link("a.py", "https://x.org"), "[`a.py`](https://x.org)");
  EXPECT_EQ(markdown_code_link("a]: b.py", "https://x.org"), "\u200b[`a]: b.py`](https://x.org)");
}

TEST(ForeignText, CommitMessagesCallNobody) {
  EXPECT_EQ(commit_prose("ask @ada about me@example.org, #3"), "ask ada about me@example.org, 3");
  EXPECT_EQ(commit_prose("fixes o/r#3 and GH-4, [skip ci]"), "fixes o/r3 and GH 4, (skip ci)");
  EXPECT_EQ(commit_prose("`x[0]` stays"), "`x[0]` stays");
  EXPECT_EQ(commit_path("src/a_b-1.py"), "src/a_b-1.py");
  EXPECT_EQ(commit_path("a\nFixes #1.py"), "\"a\\nFixes \\x231.py\"");
}

TEST(ForeignText, LogsOfRunnersSeeNoCommands) {
  EXPECT_EQ(log_lines("a\n  ::error::x\nb ##[group]y\n"), "a\n|   ::error::x\nb # #[group]y\n");
  EXPECT_EQ(log_lines("a[::2]\n## Title\n"), "a[::2]\n## Title\n");
  EXPECT_EQ(log_verbatim("a\n"), "a\n");
  EXPECT_EQ(log_verbatim("+x\n ::error::\n"),
            "::stop-commands::mlfixx\n+x\n ::error::\n::mlfixx::\n");
  EXPECT_THAT(log_verbatim(" ::mlfixx::\n"), HasSubstr("::stop-commands::mlfixxx\n"));
}

TEST(ForeignText, NothingHiddenReachesATerminal) {
  EXPECT_TRUE(rc::check([] {
    for (const std::string& text : hostile_texts()) {
      RC_ASSERT(!has_hidden(visible(text)));
      RC_ASSERT(!has_hidden(commit_prose(text)));
      RC_ASSERT(!has_hidden(commit_path(text)));
      RC_ASSERT(!has_hidden(markdown_code(text)));
    }
  }));
}

TEST(ForeignText, MarkdownProseIsTextAndCode) {
  if (!has_markdown_parser()) GTEST_SKIP() << "cmark-gfm is not installed";
  EXPECT_TRUE(rc::check([] {
    std::string markdown;
    std::size_t items = 0;
    for (const std::string& text : hostile_texts()) {
      markdown += "- x " + markdown_prose(text) + "\n- " + markdown_prose(text) + " x\n";
      items += 2;
    }
    const auto nodes = parsed_markdown(markdown);
    expect_only(nodes, {"document", "list", "item", "paragraph", "text", "code"}, markdown);
    RC_ASSERT(count_of(nodes, "item") == items);
    RC_ASSERT(count_of(nodes, "list") == 1u);
    RC_ASSERT(count_of(nodes, "paragraph") == items);
    expect_calls_nobody(nodes);
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(ForeignText, MarkdownCodeIsTheTextAndNothingElse) {
  if (!has_markdown_parser()) GTEST_SKIP() << "cmark-gfm is not installed";
  EXPECT_TRUE(rc::check([] {
    const std::vector<std::string> texts = hostile_texts();
    std::string markdown;
    for (const std::string& text : texts) {
      markdown += "- " + markdown_code_link(text, "https://example.org") + "\n";
    }
    const auto nodes = parsed_markdown(markdown);
    expect_only(nodes, {"document", "list", "item", "paragraph", "link", "code", "text"}, markdown);
    for (const auto& node : nodes) RC_ASSERT(node.kind != "text" || node.text == "\u200b");
    RC_ASSERT(count_of(nodes, "link") == texts.size());
    RC_ASSERT(count_of(nodes, "code") == texts.size());
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(ForeignText, NothingClosesAMarkdownBlock) {
  if (!has_markdown_parser()) GTEST_SKIP() << "cmark-gfm is not installed";
  EXPECT_TRUE(rc::check([] {
    const std::vector<std::string> texts = hostile_texts();
    std::string markdown;
    for (const std::string& text : texts) markdown += markdown_block(text, "diff");
    const auto nodes = parsed_markdown(markdown);
    expect_only(nodes, {"document", "code_block"}, markdown);
    RC_ASSERT(count_of(nodes, "code_block") == texts.size());
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(ForeignText, HtmlHasOurElementsOnly) {
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(rc::check([&folder] {
    std::string page = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<page>\n";
    for (const std::string& text : hostile_texts()) {
      page +=
          "<p title=\"" + html_text(text) + "\">" + html_prose(text) + xml_escaped(text) + "</p>\n";
    }
    const auto file = folder.write("page.xml", page + "</page>\n");
    testing::ProcessOptions options;
    options.folder = folder.path();
    const auto elements = testing::run_command(
        {"xmllint", "--xpath", "count(//*[not(self::page or self::p or self::code)])",
         file.string()},
        options);
    RC_ASSERT(elements.status == 0);
    RC_ASSERT(elements.out.substr(0, 1) == "0");
    RC_ASSERT(page.find("<!--") == std::string::npos);
  }));
}

TEST(ForeignText, JsonStaysTheSameJsonWithoutHiddenCharacters) {
  EXPECT_TRUE(rc::check([] {
    for (const std::string& text : hostile_texts()) {
      using Json = nlohmann::json;
      const std::string plain =
          Json{{text, text}}.dump(-1, ' ', false, Json::error_handler_t::replace);
      const std::string shown = json_visible(plain);
      RC_ASSERT(!has_hidden(shown));
      RC_ASSERT(shown.find("##") == std::string::npos);
      RC_ASSERT(Json::parse(shown) == Json::parse(plain));
    }
  }));
}

TEST(ForeignText, CommitMessagesHaveNoTrailerAndCloseNothing) {
  const std::regex kReference(
      "(^|[^A-Za-z0-9_])@[A-Za-z0-9_]|#[0-9]|GH-[0-9]|[a-z]://|"
      "\\[(skip ci|ci skip)\\]|\\*\\*\\*",
      std::regex::icase);
  EXPECT_TRUE(rc::check([&] {
    for (const std::string& text : hostile_texts()) {
      const std::string prose = commit_prose(text);
      RC_ASSERT(!std::regex_search(prose, kReference));
      const std::string path = commit_path(text);
      RC_ASSERT(!std::regex_search(path, kReference));
      RC_ASSERT(path.starts_with('"') || path.find(": ") == std::string::npos);
    }
  }));
}

// Does a line of the log tell its runner to do something?
bool holds_command(const std::string& log) {
  static const std::regex kCommand(
      "(^|\n)([ \t\r\v\f]|\u0085|\u00a0|\u1680|\u2003|\u2028|\u202f|\u205f|\u3000)*::"
      "|##\\[|##vso\\[");
  return std::regex_search(log, kCommand);
}

TEST(ForeignText, NoLineOfALogIsACommand) {
  EXPECT_TRUE(rc::check([] { RC_ASSERT(!holds_command(log_lines(hostile_text()))); }));
}

TEST(ForeignText, NoDocumentInALogHoldsCommands) {
  EXPECT_TRUE(rc::check([] {
    for (const std::string& text : hostile_texts()) {
      RC_ASSERT(!holds_command(markdown_block(text, "py")));
      RC_ASSERT(!holds_command(markdown_code(text)));
      RC_ASSERT(!holds_command(markdown_prose(text)));
      RC_ASSERT(!holds_command(xml_escaped(text)));
      RC_ASSERT(!holds_command("<p>" + html_prose(text)));
      RC_ASSERT(!holds_command(json_visible(nlohmann::json(visible(text)).dump())));
      RC_ASSERT(!holds_command(visible_path(text)));
    }
  }));
}

// Which compares without regard to case.
TEST(ForeignText, NoSpellingOfTheTokenIsInAPatch) {
  EXPECT_THAT(log_verbatim("::mlfiX::\n::MLFIXX::\n::error::x\n"),
              StartsWith("::stop-commands::mlfixxx\n"));
}

TEST(ForeignText, BlanksOfEveryKindMayStandBeforeACommand) {
  for (const char* blank : {" ", "\u00a0", "\u2003", "\u3000", "\u0085", "\u3000\t"}) {
    const std::string line = std::string(blank) + "::error::x";
    EXPECT_THAT(log_verbatim(line), StartsWith("::stop-commands::"));
    EXPECT_EQ(log_lines(line), "| " + line);
  }
  EXPECT_EQ(log_lines("\u00e9::error::x"), "\u00e9::error::x");
  EXPECT_EQ(visible_path("\u00a0::error::x.py"), "./\u00a0::error::x.py");
  EXPECT_EQ(visible_path("a/##[error]x.py"), "a/#\\x23[error]x.py");
}

TEST(ForeignText, APatchEndsTheSilenceOfTheLogItself) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = hostile_text() + "::mlfixxx::" + hostile_text();
    const std::string shown = log_verbatim(text);
    if (shown == text) {
      RC_ASSERT(!holds_command(text));
      return;
    }
    constexpr std::string_view kStop = "::stop-commands::";
    RC_ASSERT(shown.starts_with(kStop));
    const std::string token = shown.substr(kStop.size(), shown.find('\n') - kStop.size());
    RC_ASSERT(text.find(token) == std::string::npos);
    RC_ASSERT(shown.ends_with("::" + token + "::\n"));
  }));
}

TEST(ForeignText, IsNoLinkInSarif) {
  EXPECT_EQ(sarif_text("see [l](https://a.b) [x][0](1) a[0]"),
            "see [l\\](https://a.b) [x][0\\](1) a[0]");
}

}  // namespace
}  // namespace mlfix::foreign_text_test
