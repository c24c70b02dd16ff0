// What source text is made of, byte by byte, and the pieces that it is taken apart into.
// Whatever is beyond ASCII counts as part of a name: UTF-8 is not decoded here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace mlfix {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The bytes of the byte order mark that `text` begins with, or 0.
constexpr std::size_t mark_size(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Of ASCII.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool is_name_start(char c) {
  return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

constexpr bool is_name_byte(char c) {
  return is_name_start(c) || is_digit(c);
}

// What Python takes for space between the words of a line.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}

// The same, or a byte of the end of a line.
constexpr bool is_white(char c) {
  return is_blank(c) || c == '\r' || c == '\n';
}

// `text` without the bytes of `blanks` at both of its ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Takes what comes before the first `separator` off the front of `rest`, and the separator
// with it; everything when there is none.
constexpr std::string_view take_until(std::string_view& rest, char separator) {
  const std::string_view taken = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(taken.size() + 1, rest.size()));
  return taken;
}

}  // namespace mlfix
