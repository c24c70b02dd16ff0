// Comments are scanned by hand: the grammar is a few words and a list. What it
// does not understand after the list is somebody's remark, but for a date, which
// must be one: a silence that was meant to end must not last for a slip of the pen.

#include "engine/ignore_comment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>

#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

bool continues_word(std::string_view text) {
  return !text.empty() && (std::isalnum(static_cast<unsigned char>(text[0])) != 0 ||
                           text[0] == '_' || text[0] == '-');
}

// A place in the comment that is being read.
class Cursor {
 public:
  Cursor(std::string_view source, TextRange range) : source_(source), range_(range) {}

  Offset at() const { return range_.begin; }
  Offset end() const { return range_.end; }
  std::string_view rest() const { return source_.substr(range_.begin, range_.size()); }

  void skip_blanks() {
    const std::size_t blanks = std::min(rest().find_first_not_of(kBlank), rest().size());
    range_.begin += static_cast<Offset>(blanks);
  }
  bool take(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    range_.begin += static_cast<Offset>(word.size());
    return true;
  }
  // Everything before `stop`, or to the end; `stop` is taken too.
  TextRange take_until(char stop) {
    const std::size_t size = std::min(rest().find(stop), rest().size());
    const TextRange taken{range_.begin, range_.begin + static_cast<Offset>(size)};
    range_.begin = std::min(taken.end + 1, range_.end);
    return taken;
  }

 private:
  std::string_view source_;
  TextRange range_;
};

TextRange without_blanks(std::string_view source, TextRange range) {
  while (!range.empty() && kBlank.find(source[range.begin]) != std::string_view::npos) {
    ++range.begin;
  }
  while (!range.empty() && kBlank.find(source[range.end - 1]) != std::string_view::npos) {
    --range.end;
  }
  return range;
}

// The part that begins with a # and the marker, up to the next comment; nothing
// when there is none.
std::optional<TextRange> part_for_mlfix(std::string_view source, TextRange comment) {
  constexpr std::string_view kMarker = "mlfix:";
  const std::string_view text = source.substr(comment.begin, comment.size());
  for (std::size_t at = text.find(kMarker); at != std::string_view::npos;
       at = text.find(kMarker, at + 1)) {
    const std::size_t before = text.find_last_not_of(kBlank, at - 1);
    if (before == std::string_view::npos || text[before] != '#') continue;
    const std::size_t next = std::min(text.find(" #", at), text.size());
    return without_blanks(source, {comment.begin + static_cast<Offset>(before),
                                   comment.begin + static_cast<Offset>(next)});
  }
  return std::nullopt;
}

void read_list(std::string_view source, Cursor& cursor, IgnoreComment& result) {
  result.list = cursor.take_until(']');
  for (TextRange rest = *result.list; !rest.empty();) {
    const std::string_view text = source.substr(rest.begin, rest.size());
    const auto size = static_cast<Offset>(std::min(text.find(','), text.size()));
    const TextRange name = without_blanks(source, {rest.begin, rest.begin + size});
    if (!name.empty()) result.names.push_back(name);
    rest.begin = std::min(rest.begin + size + 1, rest.end);
  }
}

// " until 2027-01-31"; any other word after `until` is a remark.
void read_date(Cursor& cursor, IgnoreComment& result) {
  cursor.skip_blanks();
  Cursor ahead = cursor;
  if (!ahead.take("until ")) return;
  ahead.skip_blanks();
  if (ahead.rest().empty() || !is_digit(ahead.rest().front())) return;
  result.until = ahead.rest().substr(0, ahead.rest().find_first_of(kBlank));
  ahead.take(result.until);
  cursor = ahead;
}

void read_reason(Cursor& cursor, IgnoreComment& result) {
  cursor.skip_blanks();
  if (!cursor.take("--")) return;
  cursor.skip_blanks();
  result.reason = cursor.rest();
}

template <typename T>
bool read_number(std::string_view digits, T& value) {
  const char* end = digits.data() + digits.size();
  return std::from_chars(digits.data(), end, value).ptr == end;
}

}  // namespace

std::optional<IgnoreComment> parse_ignore_comment(std::string_view source, TextRange comment) {
  const std::optional<TextRange> part = part_for_mlfix(source, comment);
  if (!part) return std::nullopt;
  IgnoreComment result;
  result.comment = comment;
  result.range = *part;
  Cursor cursor(source, *part);
  cursor.take_until(':');
  cursor.skip_blanks();
  if (!cursor.take("ignore")) return std::nullopt;
  result.whole_file = cursor.take("-file");
  if (continues_word(cursor.rest())) return std::nullopt;
  if (cursor.take("[")) read_list(source, cursor, result);
  read_date(cursor, result);
  read_reason(cursor, result);
  return result;
}

bool is_date(std::string_view date) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  if (date.size() != 10 || date[4] != '-' || date[7] != '-') return false;
  if (!read_number(date.substr(0, 4), year) || !read_number(date.substr(5, 2), month) ||
      !read_number(date.substr(8, 2), day)) {
    return false;
  }
  return std::chrono::year_month_day{std::chrono::year{year}, std::chrono::month{month},
                                     std::chrono::day{day}}
      .ok();
}

bool is_reason(std::string_view text) {
  return text.find_first_of("\r\n") == std::string_view::npos &&
         text.find(" #") == std::string_view::npos;
}

std::string ignore_comment_text(const std::vector<std::string>& rules, std::string_view until,
                                std::string_view reason) {
  std::string text = fmt::format("# mlfix: ignore[{}]", fmt::join(rules, ", "));
  if (!until.empty()) text += fmt::format(" until {}", until);
  if (!reason.empty()) text += fmt::format(" -- {}", reason);
  return text;
}

Edit without_ignore_comment(std::string_view source, const IgnoreComment& comment, bool keep_line) {
  TextRange range = comment.range;
  if (range.end < without_blanks(source, comment.comment).end) {  // other comments follow
    range.end = static_cast<Offset>(source.find('#', range.end));
    return {range.begin, range.end, ""};
  }
  range.end = comment.comment.end;
  while (range.begin > 0 && (source[range.begin - 1] == ' ' || source[range.begin - 1] == '\t')) {
    --range.begin;
  }
  const bool own_line = range.begin == 0 || source[range.begin - 1] == '\n';
  if (!own_line || keep_line) {
    if (range.end > range.begin && source[range.end - 1] == '\r') --range.end;
    return {range.begin, range.end, ""};
  }
  range.end = static_cast<Offset>(std::min(source.find('\n', range.end), source.size() - 1) + 1);
  return {range.begin, range.end, ""};
}

}  // namespace mlfix
