// The pages of the rules are ours, and wrapped for people who read the source.

#include "bot/prose.h"

#include <algorithm>

#include "text/characters.h"

namespace mlfix {
namespace {

bool starts_item(std::string_view line) {
  return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("|") ||
         line.starts_with("#");
}

bool is_table(std::string_view line) {
  return line.starts_with("|");
}

class Unwrapper {
 public:
  void add(std::string_view line) {
    if (line.starts_with("```")) in_code_ = !in_code_;
    const bool fence_or_code = in_code_ || line.starts_with("```");
    const bool joins = open_ && !fence_or_code && !line.empty() && !starts_item(line);
    if (joins) {
      text_ += ' ';
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    } else if (!text_.empty()) {
      text_ += '\n';
    }
    text_ += line;
    open_ = !fence_or_code && !line.empty() && !is_table(line) && !line.starts_with("#");
  }
  std::string finish() && { return std::move(text_); }

 private:
  std::string text_;
  bool in_code_ = false;
  bool open_ = false;  // the last line may go on
};

constexpr std::string_view kAround = " \r\n";  // what is of no account around a text

}  // namespace

std::string unwrapped(std::string_view markdown) {
  Unwrapper result;
  std::string_view rest = trimmed(markdown, kAround);
  while (!rest.empty()) result.add(take_until(rest, '\n'));
  return std::move(result).finish();
}

std::string first_paragraph(std::string_view markdown) {
  const std::string_view text = trimmed(markdown, kAround);
  return unwrapped(text.substr(0, text.find("\n\n")));
}

std::string filled(std::string_view line, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  while (!(line = trimmed(line, kAround)).empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    const bool fits = column + 1 + word.size() <= width;
    if (column > 0) result += fits ? ' ' : '\n';
    column = column > 0 && fits ? column + 1 + word.size() : word.size();
    result += word;
    line.remove_prefix(word.size());
  }
  return result;
}

}  // namespace mlfix
