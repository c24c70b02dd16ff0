// A text as an editor has it: places are lines and characters from 0, and edits come
// one range at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix::lsp {

// Is it a byte of a character of UTF-8 other than its first?
constexpr bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

// What a character of a position is.
enum class Encoding : std::uint8_t { Utf8, Utf16 };

struct Point {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  friend auto operator<=>(const Point&, const Point&) = default;
};

struct Span {
  Point begin;
  Point end;
  friend bool operator==(const Span&, const Span&) = default;
};

// Lines end with "\n", "\r\n" or "\r". A place past the end of a line is its end, one
// past the last line the end of the text, one inside a character that character.
class TextDocument {
 public:
  explicit TextDocument(std::string text);  // valid UTF-8

  const std::string& text() const { return text_; }
  // Linear in the text. A span that ends before it begins is empty.
  void replace(Span span, std::string_view with, Encoding encoding);

  // Linear in the line.
  Offset offset(Point point, Encoding encoding) const;
  Point point(Offset offset, Encoding encoding) const;
  Span span(TextRange range, Encoding encoding) const {
    return {point(range.begin, encoding), point(range.end, encoding)};
  }

 private:
  // Adds where the lines begin whose line ends begin in that part of the text.
  void find_lines(std::size_t from, std::size_t to, std::vector<Offset>& into) const;

  std::string text_;
  std::vector<Offset> begins_;  // of the lines
};

}  // namespace mlfix::lsp
