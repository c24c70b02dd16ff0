// Text as a terminal shows it: how wide a character is, and what must not reach
// the terminal at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/text_range.h"

namespace mlfix {

// Columns that a code point takes: 0 for combining marks, 2 for the wide
// characters of East Asia and emoji, else 1.
unsigned display_width(char32_t c);
std::size_t display_width(std::string_view text);

// A line of code, safe to print and laid out in columns: hidden characters (as in
// text/foreign_text.h; a file could hold escape sequences) and invalid UTF-8 become
// U+FFFD, which takes one column, and tabs blanks.
std::string printable(std::string_view line);

// A source line laid out in columns, with where a range of its bytes went.
struct DisplayLine {
  std::string text;
  std::size_t begin = 0;  // columns from 0, half open
  std::size_t end = 0;
};

// Expands tabs to every fourth column and cuts a line that is wider than
// `width` around the start of the range, marking the cuts with an ellipsis.
// `range` is in bytes of `line`; an empty one takes one column.
DisplayLine display_line(std::string_view line, TextRange range, std::size_t width);

}  // namespace mlfix
