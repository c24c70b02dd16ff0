// The text of a comment that silences findings, taken apart:
//
//     # mlfix: ignore[rule, group] until 2027-01-31 -- why this is right
//
// Everything after `ignore` may be missing. Other comments may stand before
// it and after it (`# noqa  # mlfix: ignore  # see below`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

struct IgnoreComment {
  TextRange comment;  // all of it, from its first #
  TextRange range;    // the part that speaks to mlfix, from the # before it
  bool whole_file = false;
  std::optional<TextRange> list;  // what is between the brackets
  std::vector<TextRange> names;   // in the list
  std::string_view until;         // as it is written; empty without a date
  std::string_view reason;
};

// Nothing when `comment`, a comment of `source`, does not silence findings. The
// result points into `source`. Linear in the comment.
std::optional<IgnoreComment> parse_ignore_comment(std::string_view source, TextRange comment);

// Whether `date` (2027-01-31) is a day of the calendar.
bool is_date(std::string_view date);

// Whether `text` can be the reason in a comment: one line that begins no other comment.
bool is_reason(std::string_view text);

// The text of a comment that silences `rules`, without indentation or line end.
std::string ignore_comment_text(const std::vector<std::string>& rules, std::string_view until,
                                std::string_view reason);

// The edit that takes the comment's part for mlfix out of `source`: other
// comments stay, a line that holds nothing else goes. With `keep_line` its line end
// stays.
Edit without_ignore_comment(std::string_view source, const IgnoreComment& comment, bool keep_line);

}  // namespace mlfix
