// Messages quote code, and "@torch.no_grad()" would notify a user of that name
// on every forge; "#3" would link an issue. An invisible character after the
// sign keeps the words readable and the people undisturbed.

#include "bot/prose.h"

#include <algorithm>
#include <cctype>

namespace mlfix {
namespace {

constexpr std::string_view kBreak = "\u200b";

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

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

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \r\n") - begin + 1);
}

// The character that Markdown would take for itself.
bool needs_escape(char c) {
  return c == '*' || c == '_' || c == '[' || c == ']' || c == '\\' || c == '~' || c == '|';
}

bool calls_somebody(std::string_view text, std::size_t at) {
  const bool free = at == 0 || !is_word(text[at - 1]);
  return free && (text[at] == '@' || text[at] == '#') && at + 1 < text.size() &&
         is_word(text[at + 1]);
}

}  // namespace

std::string unwrapped(std::string_view markdown) {
  Unwrapper result;
  std::string_view rest = trimmed(markdown);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    result.add(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::move(result).finish();
}

std::string first_paragraph(std::string_view markdown) {
  const std::string_view text = trimmed(markdown);
  return unwrapped(text.substr(0, text.find("\n\n")));
}

std::string filled(std::string_view line, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  while (!(line = trimmed(line)).empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    const bool fits = column + 1 + word.size() <= width;
    if (column > 0) result += fits ? ' ' : '\n';
    column = column > 0 && fits ? column + 1 + word.size() : word.size();
    result += word;
    line.remove_prefix(word.size());
  }
  return result;
}

std::string markdown_text(std::string_view text) {
  std::string result;
  bool in_code = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '`') in_code = !in_code;
    if (c == '\n' || c == '\r') {
      result += ' ';
    } else if (in_code || c == '`') {
      result += c;
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      if (needs_escape(c)) result += '\\';
      result += c;
      if (calls_somebody(text, at)) result += kBreak;
    }
  }
  if (in_code) result += '`';
  return result;
}

std::string message_text(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!calls_somebody(text, at)) result += text[at] == '\n' ? ' ' : text[at];
  }
  return result;
}

}  // namespace mlfix
