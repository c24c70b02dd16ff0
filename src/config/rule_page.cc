// Pages go into terminals, HTML, pull requests and editors, which all trust them to be ours. So
// every text of the rule's author is made harmless here.

#include "config/rule_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "rewrite/fix.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string paragraph(const std::string& text) {
  return markdown_prose(one_line(text));
}

std::string programs(const std::vector<std::string>& all, std::string_view otherwise) {
  if (all.empty()) return std::string(otherwise) + "\n";
  return markdown_block(all.front(), "python");
}

std::string fix_text(const PageTexts& texts) {
  switch (texts.fix) {
    case PageTexts::Fix::None:
      return "The rule has no fix.";
    case PageTexts::Fix::Suggested:
      return "The fix is shown and never applied.";
    case PageTexts::Fix::Unsafe:
    case PageTexts::Fix::SafeWhereProven:
      break;
  }
  const std::string assumed =
      texts.assumes.empty() ? "the rule is right about the place" : texts.assumes;
  const bool may_be_safe = texts.fix == PageTexts::Fix::SafeWhereProven;
  return fmt::format("{}it assumes that {}.",
                     may_be_safe
                         ? "Safe where it is proven that nobody needs the graph, else unsafe: "
                         : "Unsafe: ",
                     paragraph(assumed));
}

}  // namespace

std::string rule_page(const PageTexts& texts) {
  return fmt::format(
      "# {}\n\n"
      "A rule of this project.\n\n"
      "## What it does\n\n{}\n\n"
      "## Why it matters\n\n{}\n\n"
      "## Example\n\n{}\n"
      "## Left alone\n\n{}\n"
      "## Fix safety\n\n{}\n\n"
      "## Options\n\nNone.\n\n"
      "## References\n\n* {}\n",
      texts.name, markdown_prose(rule_summary(texts)),
      texts.why.empty() ? "The rule does not say." : paragraph(texts.why),
      programs(texts.found, "The rule has no case."),
      programs(texts.silent, "The rule has no case that it leaves alone."), fix_text(texts),
      markdown_code(texts.file));
}

std::string rule_summary(const PageTexts& texts) {
  std::string text = one_line(texts.summary.empty() ? texts.message : texts.summary);
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

}  // namespace mlfix
