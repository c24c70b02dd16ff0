// Comments matter to the scanner by their indentation alone: a block ends before the
// first comment that stands further left than its statements. So of a run those stay that
// are the first to stand left of some statement of the file, each with the one before it,
// after which the block ends; and the first and the last.

#include "syntax/comment_runs.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>

#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::size_t kLongRun = 32;  // comment lines

using Indent = std::uint32_t;
constexpr Indent kFarRight = std::numeric_limits<Indent>::max();

struct CommentLine {
  TextRange range;
  Indent indent;
};
using Run = std::vector<CommentLine>;

bool is_before_comment(char c) {
  return is_blank(c) || c == '\r';
}

// Has the text a long run of lines that look like comments, be they in strings or not?
bool may_have_long_run(std::string_view text) {
  std::size_t run = 0;
  for (std::size_t at = 0; at < text.size() && run < kLongRun;) {
    std::size_t first = at;
    while (first < text.size() && is_before_comment(text[first])) ++first;
    const char c = first < text.size() ? text[first] : '\n';
    if (c != '\n') run = c == '#' ? run + 1 : 0;
    const std::size_t end = text.find('\n', first);
    at = end == std::string_view::npos ? text.size() : end + 1;
  }
  return run >= kLongRun;
}

// Goes over the tokens of a text as far as strings, comments and line ends need it.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}

  // False when it cannot be told where a string ends.
  bool read() {
    while (at_ < text_.size()) {
      if (!line()) return false;
    }
    end_run();
    return true;
  }

  const std::vector<Run>& runs() const { return runs_; }
  const std::set<Indent>& indents() const { return indents_; }

 private:
  bool line() {
    Indent indent = 0;  // as the scanner counts it
    for (; at_ < text_.size() && is_before_comment(text_[at_]); ++at_) {
      indent = text_[at_] == ' ' ? indent + 1 : text_[at_] == '\t' ? indent + 8 : 0;
    }
    if (at_ == text_.size()) return true;
    if (text_[at_] == '\n') {
      ++at_;
      return true;
    }
    if (text_[at_] == '#') {
      add_comment(indent);
      return true;
    }
    end_run();
    indents_.insert(indent);
    return code();
  }

  void add_comment(Indent indent) {
    const std::size_t begin = at_;
    skip_comment();
    std::size_t end = at_;
    if (end > begin && text_[end - 1] == '\r') --end;
    run_.push_back({{static_cast<Offset>(begin), static_cast<Offset>(end)}, indent});
    if (at_ < text_.size()) ++at_;
  }

  void skip_comment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void end_run() {
    if (run_.size() >= kLongRun) runs_.push_back(std::move(run_));
    run_.clear();
  }

  // What is left of a line of code, with the lines that a backslash or a string joins to it.
  bool code() {
    while (at_ < text_.size()) {
      switch (text_[at_]) {
        case '\n':
          ++at_;
          return true;
        case '#':
          skip_comment();
          break;
        case '\\':
          ++at_;
          if (at_ < text_.size() && text_[at_] == '\r') ++at_;
          if (at_ < text_.size()) ++at_;
          break;
        case '"':
        case '\'':
          if (!string()) return false;
          break;
        default:
          ++at_;
      }
    }
    return true;
  }

  // Is the string that begins at `quote` one with replacement fields?
  bool has_fields(std::size_t quote) const {
    std::size_t first = quote;
    bool fields = false;
    while (first > 0 && is_letter(text_[first - 1]) && quote - first < 3) {
      const char c = text_[--first];
      fields = fields || c == 'f' || c == 'F' || c == 't' || c == 'T';
    }
    const bool prefix = quote - first <= 2 && (first == 0 || !is_name_byte(text_[first - 1]));
    return fields && prefix;
  }

  // Steps onto what the backslash takes away, but for what opens or ends a field.
  void escaped(bool fields) {
    const std::string_view next = text_.substr(at_ + 1, 2);
    if (next == "\r\n") ++at_;
    if (fields && (next.starts_with('{') || next.starts_with('}'))) return;
    ++at_;
  }

  bool string() {
    const std::size_t begin = at_;
    const bool fields = has_fields(begin);
    const std::string_view thrice = text_.substr(begin, 3);
    const bool triple = thrice.size() == 3 && thrice[1] == thrice[0] && thrice[2] == thrice[0];
    const std::string_view quotes = thrice.substr(0, triple ? 3 : 1);
    std::size_t depth = 0;
    for (at_ += quotes.size(); at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\\') {
        escaped(fields);
      } else if (c == '\n' && !triple) {
        return depth == 0;  // no string at all, or a field with several lines
      } else if (text_.substr(at_, quotes.size()) == quotes) {
        if (depth > 0) return false;  // the end, or a string in the field
        at_ += quotes.size();
        return true;
      } else if (fields && c == '{') {
        const bool doubled = depth == 0 && text_.substr(at_, 2) == "{{";
        doubled ? ++at_ : ++depth;
      } else if (fields && c == '}' && depth > 0) {
        --depth;
      }
    }
    at_ = std::min(at_, text_.size());
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Run run_;
  std::vector<Run> runs_;
  std::set<Indent> indents_;  // of lines of code
};

// Blanks the comments of the run that the parser needs not see.
void leave_out(const Run& run, const std::set<Indent>& indents, AbridgedText& result) {
  Indent leftmost = kFarRight;
  std::vector<bool> stays(run.size(), false);
  stays.front() = stays.back() = true;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (run[i].indent >= leftmost) continue;
    const auto passed = indents.upper_bound(run[i].indent);
    if (passed != indents.end() && *passed <= leftmost) {
      stays[i] = true;
      if (i > 0) stays[i - 1] = true;
    }
    leftmost = run[i].indent;
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    const TextRange range = run[i].range;
    const std::string_view comment =
        std::string_view(result.text).substr(range.begin, range.size());
    if (stays[i] || comment.find('\0') != std::string_view::npos) continue;
    std::fill_n(result.text.begin() + range.begin, range.size(), ' ');
    result.comments.push_back(range);
  }
}

}  // namespace

std::optional<AbridgedText> without_long_comment_runs(std::string_view source) {
  if (!may_have_long_run(source)) return std::nullopt;
  LineReader reader(source);
  if (!reader.read() || reader.runs().empty()) return std::nullopt;
  AbridgedText result{std::string(source), {}};
  for (const Run& run : reader.runs()) leave_out(run, reader.indents(), result);
  return result;
}

}  // namespace mlfix
