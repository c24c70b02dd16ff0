// Without Unicode's tables: ranges of letters that NFKC leaves alone and that combine with
// nothing in these ranges. Combining marks, compatibility forms and everything rare are
// outside.

#include "text/identifier_form.h"

#include <utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace mlfix {
namespace {

struct Range {
  std::uint32_t first, last;
};

constexpr std::array<Range, 12> kUnchanged{{
    {0x00C0, 0x00FF},  // Latin
    {0x0100, 0x0131},
    {0x0134, 0x013E},
    {0x0141, 0x0148},
    {0x014A, 0x017E},
    {0x0388, 0x03CE},  // Greek
    {0x0400, 0x0481},  // Cyrillic
    {0x05D0, 0x05EA},  // Hebrew
    {0x0621, 0x064A},  // Arabic
    {0x3041, 0x3096},  // kana
    {0x30A1, 0x30FA},
    {0x4E00, 0x9FFF},  // Chinese characters
}};

bool is_unchanged(std::uint32_t letter) {
  return std::ranges::any_of(kUnchanged, [&](const Range& range) {
    return range.first <= letter && letter <= range.last;
  });
}

}  // namespace

bool is_in_plain_form(std::string_view identifier) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::ranges::all_of(identifier, is_ascii)) return true;
  if (!utf8::is_valid(identifier.begin(), identifier.end())) return false;
  for (auto at = identifier.begin(); at != identifier.end();) {
    const std::uint32_t letter = utf8::next(at, identifier.end());
    if (letter >= 0x80 && !is_unchanged(letter)) return false;
  }
  return true;
}

}  // namespace mlfix
