// Brackets and quotes decide what is beside what; nothing else of the text is understood. A left
// side that is no Python gives some targets or none.

#include "syntax/assignment_targets.h"

#include <algorithm>
#include <array>

#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::string_view kLayout = " \t\f\n\r\\";
constexpr std::array<std::string_view, 12> kHeaders{"if",      "elif", "else",  "try",
                                                    "except",  "with", "for",   "while",
                                                    "finally", "def",  "class", "async"};

bool is_in_path(char c) {
  return is_name_byte(c) || c == '.';
}

// Past a string that begins at `at`.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// Calls `visit` with each place that is in no bracket and no string.
template <typename Visit>
void for_each_outer(std::string_view text, Visit visit) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = end_of_quoted(text, i);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) visit(i);
    ++i;
  }
}

// Where the brackets begin that the text ends with.
std::size_t start_of_last_brackets(std::string_view text) {
  std::size_t start = std::string_view::npos;
  int depth = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = end_of_quoted(text, i);
      continue;
    }
    if ((c == '(' || c == '[' || c == '{') && depth++ == 0) start = i;
    if (c == ')' || c == ']' || c == '}') --depth;
    ++i;
  }
  return start;
}

// The path that the text ends with.
AssignmentTarget path_at_end(std::string_view text, bool is_item) {
  std::size_t begin = text.size();
  while (begin > 0 && is_in_path(text[begin - 1])) --begin;
  const std::string_view path = text.substr(begin);
  const bool is_of_name = begin == 0 && !path.starts_with('.');
  return {is_of_name ? path : path.substr(std::min(path.rfind('.'), path.size())), is_item};
}

void add_targets(std::string_view left, std::vector<AssignmentTarget>& found, int depth);

void add_target(std::string_view target, std::vector<AssignmentTarget>& found, int depth) {
  target = trimmed(target, kLayout);
  while (target.starts_with('*')) target = trimmed(target.substr(1), kLayout);
  if (target.empty()) return;
  const bool is_group = (target.front() == '(' && target.back() == ')') ||
                        (target.front() == '[' && target.back() == ']');
  if (is_group) return add_targets(target.substr(1, target.size() - 2), found, depth + 1);
  if (target.back() == ']') {
    const std::size_t open = start_of_last_brackets(target);
    if (open == std::string_view::npos) return;
    const AssignmentTarget item = path_at_end(trimmed(target.substr(0, open), kLayout), true);
    if (item.path.find('.') != std::string_view::npos) found.push_back(item);
    return;
  }
  const AssignmentTarget attribute = path_at_end(target, false);
  if (attribute.path.find('.') != std::string_view::npos) found.push_back(attribute);
}

void add_targets(std::string_view left, std::vector<AssignmentTarget>& found, int depth) {
  constexpr int kMostBrackets = 8;
  if (depth == kMostBrackets) return;
  std::size_t begin = 0;
  for_each_outer(left, [&](std::size_t at) {
    if (left[at] != ',') return;
    add_target(left.substr(begin, at - begin), found, depth);
    begin = at + 1;
  });
  add_target(left.substr(begin), found, depth);
}

}  // namespace

std::vector<AssignmentTarget> targets_in(std::string_view left) {
  std::vector<AssignmentTarget> found;
  if (left.find('.') != std::string_view::npos) add_targets(left, found, 0);
  return found;
}

std::string_view without_header_and_annotation(std::string_view left, std::string_view first_word) {
  const bool has_header = std::ranges::find(kHeaders, first_word) != kHeaders.end();
  std::size_t begin = 0;
  std::size_t end = std::string_view::npos;
  for_each_outer(left, [&](std::size_t at) {
    if (left[at] != ':') return;
    if (has_header) begin = at + 1;
    if (!has_header && end == std::string_view::npos) end = at;
  });
  return left.substr(begin, end);
}

std::string_view loop_target(std::string_view header) {
  constexpr std::string_view kFor = "for";
  constexpr std::string_view kIn = " in ";
  if (!header.starts_with(kFor)) return {};
  header.remove_prefix(kFor.size());
  const std::size_t end = header.find(kIn);
  return end == std::string_view::npos ? std::string_view{} : header.substr(0, end);
}

}  // namespace mlfix
