// Source code may hold anything, a closing tag or a run of back quotes as well.

#include "report/markup.h"

#include <utf8.h>

#include <algorithm>

namespace mlfix {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_xml_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c != 0xFFFE && c != 0xFFFF && c != 0x7F;
}

std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

// Escapes outside of code.
std::string markdown_prose(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_{}[]<>()#+!|~&";
  std::string result;
  for (const char c : text) {
    if (kMarkup.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string valid;
  utf8::replace_invalid(text.begin(), text.end(), std::back_inserter(valid));
  std::string result;
  for (auto at = valid.begin(); at != valid.end();) {
    const auto begin = at;
    const char32_t c = utf8::next(at, valid.end());
    const std::string_view entity = c < 0x80 ? entity_of(static_cast<char>(c)) : "";
    if (!entity.empty()) {
      result += entity;
    } else if (is_xml_character(c)) {
      result.append(begin, at);
    } else {
      result += kReplacement;
    }
  }
  return result;
}

std::string markdown_escaped(std::string_view text) {
  std::string line(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  std::string result;
  std::string_view rest = line;
  while (!rest.empty()) {
    const std::size_t open = std::min(rest.find('`'), rest.size());
    const std::size_t close = rest.find('`', open + 1);
    const bool has_code = close != std::string_view::npos && close > open + 1;
    result += markdown_prose(rest.substr(0, has_code ? open : rest.size()));
    if (!has_code) break;
    // A bar ends a table cell even in code, unless it is escaped.
    for (const char c : rest.substr(open, close + 1 - open)) {
      if (c == '|') result += '\\';
      result += c;
    }
    rest.remove_prefix(close + 1);
  }
  return result;
}

std::string markdown_fence(std::string_view text) {
  constexpr std::size_t kShortest = 3;
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max(kShortest, longest + 1), '`');
}

}  // namespace mlfix
