// The parser is a process: texts are judged many at a time.

#include "support/hostile.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

#include "support/process.h"

namespace mlfix::testing {

// What somebody writes who wants a text to do something.
const std::vector<std::string>& hostile_pieces() {
  static const std::vector<std::string> kPieces = {
      "\n",
      "\n\n",
      "\r",
      "\t",
      " ",
      "    ",
      "\x1b[31m",
      "\x1b]8;;https://evil.example\x1b\\",
      "\xc2\x9b"
      "2J",
      "\u202e",
      "\u2066",
      "\u200b",
      "\u2028",
      "\ufeff",
      "\U000e0041",
      "\xff",
      "\xe2\x82",
      std::string(1, '\0'),
      "@octocat",
      "@org/team",
      "#123",
      "fixes #1",
      "owner/repo#7",
      "GH-12",
      "!5",
      "a@b.example",
      "https://evil.example/x?y=1&z",
      "http://evil.example",
      "ftp://evil.example",
      "www.evil.example",
      "mailto:a@b.example",
      "0123456789abcdef0123456789abcdef01234567",
      "[link](https://evil.example)",
      "![image](https://evil.example/x.png)",
      "[ref]: https://evil.example",
      "[ref]",
      "name]: https://evil.example",
      "<https://evil.example>",
      "<img src=x onerror=alert(1)>",
      "<script>",
      "</code></summary></details>",
      "<!--",
      "-->",
      "&lt;",
      "&#64;octocat",
      "&commat;octocat",
      "`",
      "``",
      "```",
      std::string(90, '`'),
      std::string(300, '`'),
      "\n" + std::string(44, '`') + "\n",  // what 300 are, counted in a byte
      "~~~",
      "*bold*",
      "__b__",
      "~~s~~",
      "$x$",
      "# heading",
      "## ",
      "- item",
      "+ item",
      "1. item",
      "9) item",
      "> quote",
      "===",
      "---",
      "| a | b |\n|---|---|",
      "\\",
      "\\`",
      "]]>",
      "\"",
      "'",
      "::stop-commands::x",
      "::error::y",
      "\n\u00a0::error::y",
      "\n\u3000 ::error::y",
      "::mlfiXX::",
      "##[error]z",
      "##vso[task.setvariable]",
      "[skip ci]",
      "[ci skip]",
      "***NO_CI***",
      "Signed-off-by: Eve <eve@evil.example>",
      "Co-authored-by: Eve <eve@evil.example>",
      "/close",
      "train.py",
      "model.eval()",
      "x",
      "word ",
  };
  return kPieces;
}

std::string hostile_text() {
  const auto pieces =
      *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(hostile_pieces()));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

std::vector<std::string> hostile_texts() {
  std::vector<std::string> texts = hostile_pieces();
  const auto count = *rc::gen::inRange(1, 40);
  for (int i = 0; i < count; ++i) texts.push_back(hostile_text());
  return texts;
}

namespace {

std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> result;
  for (const char c : text) {
    const bool follows = (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
    if (follows && !result.empty()) {
      result.back() += c;
    } else {
      result.emplace_back(1, c);
    }
  }
  return result;
}

}  // namespace

bool has_hidden(std::string_view text) {
  static const std::vector<std::string> kSome = {"\u202e", "\u2066",     "\u2028",
                                                 "\ufeff", "\U000e0041", "\xc2\x9b"};
  for (const std::string& c : characters_of(text)) {
    const auto first = static_cast<unsigned char>(c.front());
    if (first < 0x20 || first == 0x7F) return true;
    if (std::find(kSome.begin(), kSome.end(), c) != kSome.end()) return true;
  }
  return false;
}

namespace {

std::string without_entities(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kEntities = {
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}}};
  for (const auto& [entity, character] : kEntities) {
    for (auto at = text.find(entity); at != std::string::npos; at = text.find(entity, at + 1)) {
      text.replace(at, entity.size(), character);
    }
  }
  return text;
}

}  // namespace

std::vector<MarkdownNode> parsed_markdown(const std::string& markdown) {
  ProcessOptions options;
  options.folder = ".";
  options.input = markdown;
  const auto result =
      run_command({"cmark-gfm", "--unsafe", "-t", "xml", "-e", "autolink", "-e", "strikethrough",
                   "-e", "table", "-e", "footnotes", "-e", "tasklist"},
                  options);
  EXPECT_EQ(result.status, 0) << result.err;
  std::vector<MarkdownNode> nodes;
  const std::string& xml = result.out;
  for (auto at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (xml[at + 1] == '/' || xml[at + 1] == '?' || xml[at + 1] == '!') continue;
    const std::size_t name = xml.find_first_of(" />", at + 1);
    const std::size_t close = xml.find('<', end);
    nodes.push_back({xml.substr(at + 1, name - at - 1),
                     without_entities(xml.substr(end + 1, close - end - 1))});
  }
  return nodes;
}

std::size_t count_of(const std::vector<MarkdownNode>& nodes, std::string_view kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(nodes, [&](const MarkdownNode& node) { return node.kind == kind; }));
}

// What GitHub and GitLab make links or commands of, in text that is no code.
void expect_calls_nobody(const std::vector<MarkdownNode>& nodes) {
  static const std::regex kCall(
      "@[A-Za-z0-9_]|[#!&%~$][A-Za-z0-9_]|GH-[0-9]|[a-z]://|www\\.|\\b[0-9a-f]{7,40}\\b",
      std::regex::icase);
  std::string text;  // of nodes that follow each other
  for (const MarkdownNode& node : nodes) {
    text = node.kind == "text" ? text + node.text : "";
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, kCall)) << found.str() << " in " << text;
  }
}

void expect_only(const std::vector<MarkdownNode>& nodes, const std::vector<std::string_view>& kinds,
                 const std::string& markdown) {
  for (const MarkdownNode& node : nodes) {
    EXPECT_TRUE(std::ranges::find(kinds, node.kind) != kinds.end()) << node.kind << "\n"
                                                                    << markdown;
  }
}

bool has_markdown_parser() {
  ProcessOptions options;
  options.folder = ".";
  return run_command({"sh", "-c", "command -v cmark-gfm"}, options).status == 0;
}

}  // namespace mlfix::testing
