// Texts of somebody who wants them to do something, and what shows whether they do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mlfix::testing {

// What such texts are made of, and a random one, or several with all pieces among
// them; the latter within a property of RapidCheck.
const std::vector<std::string>& hostile_pieces();
std::string hostile_text();
std::vector<std::string> hostile_texts();

// A control character, or another that nobody sees.
bool has_hidden(std::string_view text);

// A node of Markdown: its kind, and its text when it has one.
struct MarkdownNode {
  std::string kind;
  std::string text;
};

bool has_markdown_parser();
// As cmark-gfm reads it, with every extension that a forge switches on.
std::vector<MarkdownNode> parsed_markdown(const std::string& markdown);
std::size_t count_of(const std::vector<MarkdownNode>& nodes, std::string_view kind);
// Fails the test at a node of any other kind.
void expect_only(const std::vector<MarkdownNode>& nodes, const std::vector<std::string_view>& kinds,
                 const std::string& markdown);
// Fails the test where a forge would make a link or a command of what is shown as
// text, and not as code.
void expect_calls_nobody(const std::vector<MarkdownNode>& nodes);

}  // namespace mlfix::testing
