// Escapes are few, so the text is copied one character at a time and the place
// of each byte noted: a cell is small, and its outputs never come here.

#include "notebook/json_string.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace mlfix {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

bool is_high_surrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}

bool is_low_surrogate(std::uint32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

std::uint32_t hex_unit(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

void append_utf8(std::string& text, std::uint32_t c) {
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xC0 | (c >> 6));
    add(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    add(0xE0 | (c >> 12));
    add(0x80 | ((c >> 6) & 0x3F));
    add(0x80 | (c & 0x3F));
  } else {
    add(0xF0 | (c >> 18));
    add(0x80 | ((c >> 12) & 0x3F));
    add(0x80 | ((c >> 6) & 0x3F));
    add(0x80 | (c & 0x3F));
  }
}

// The code point of the \u escape at `at`, which moves past it.
std::uint32_t unicode_escape(std::string_view raw, std::size_t& at) {
  const std::uint32_t unit = hex_unit(raw.substr(at + 2, 4));
  at += 6;
  if (!is_high_surrogate(unit)) return is_low_surrogate(unit) ? kReplacement : unit;
  if (raw.substr(at, 2) != "\\u") return kReplacement;
  const std::uint32_t low = hex_unit(raw.substr(at + 2, 4));
  if (!is_low_surrogate(low)) return kReplacement;
  at += 6;
  return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
}

char simple_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;  // a quote, a slash, a backslash
  }
}

// The code point whose UTF-8 begins at `at`, which moves past it.
std::uint32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t first = byte(at++);
  if (first < 0x80) return first;
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  std::uint32_t c = first & (0x3Fu >> more);
  for (int i = 0; i < more && at < text.size(); ++i) c = (c << 6) | (byte(at++) & 0x3Fu);
  return c;
}

std::string unicode_escapes(std::uint32_t c) {
  if (c < 0x10000) return fmt::format("\\u{:04x}", c);
  const std::uint32_t rest = c - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

std::string encoded(std::uint32_t c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\b':
      return "\\b";
    case '\f':
      return "\\f";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return unicode_escapes(c);
  }
}

}  // namespace

DecodedString decode_json_string(std::string_view raw, Offset begin) {
  DecodedString result;
  result.text.reserve(raw.size());
  result.origin.reserve(raw.size() + 1);
  for (std::size_t at = 0; at < raw.size();) {
    const auto place = begin + static_cast<Offset>(at);
    if (raw[at] != '\\') {
      result.text += raw[at++];
    } else if (raw[at + 1] == 'u') {
      append_utf8(result.text, unicode_escape(raw, at));
    } else {
      result.text += simple_escape(raw[at + 1]);
      at += 2;
    }
    result.origin.resize(result.text.size(), place);
  }
  result.origin.push_back(begin + static_cast<Offset>(raw.size()));
  return result;
}

std::string encode_json_string(std::string_view text, bool ascii_only) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const std::uint32_t c = next_code_point(text, at);
    const bool plain = c >= 0x20 && c != '"' && c != '\\' && (c < 0x7F || !ascii_only);
    result += plain ? std::string(text.substr(begin, at - begin)) : encoded(c);
  }
  return result;
}

}  // namespace mlfix
