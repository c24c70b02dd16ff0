// Maps byte offsets to lines and columns and back. Lines end with "\n" or
// "\r\n"; a lone "\r" is not a line end (such files are refused on reading).
// A terminator ends its line and opens none: "a\n" has one line, and so has the
// empty text. Lines passed in must be in [1, line_count()].
// Built in two passes, O(log lines) per query. Immutable, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

struct Position {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in code points
  friend bool operator==(Position, Position) = default;
};

class LineTable {
 public:
  LineTable() = default;
  explicit LineTable(std::string_view text);

  std::uint32_t line_count() const;
  // Line (from 1) that holds `offset`; the end of the text belongs to the last line.
  std::uint32_t line_at(Offset offset) const;
  Offset line_begin(std::uint32_t line) const;
  Offset line_end(std::uint32_t line) const;       // before the terminator
  Offset line_full_end(std::uint32_t line) const;  // after the terminator
  // "\n", "\r\n", or "" for a last line without one.
  std::string_view terminator(std::uint32_t line) const;
  // `text` is the text the table was built from. A byte order mark is no column;
  // an offset inside a code point gets the column after that code point's own.
  // O(log lines), and counting at most 2 KiB.
  Position position(std::string_view text, Offset offset) const;

 private:
  std::vector<Offset> begins_{0};             // begins_[i] = first byte of line i + 1
  std::vector<std::uint8_t> terminators_{0};  // bytes of the terminator: 0, 1 or 2
  // continued_[i]: bytes before i KiB of the text that go on with a code point; empty where the
  // text has none.
  std::vector<Offset> continued_;
  Offset size_ = 0;

  Offset continued_before(std::string_view text, Offset offset) const;
};

}  // namespace mlfix
