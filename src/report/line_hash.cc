// A line's hash is that of the hundred characters that begin with it, without
// blanks and tabs, line ends as one line feed each; characters are UTF-16 units,
// a unit of its own marks the end, zeros fill up. As in the upload action
// (github/codeql-action, src/fingerprints.ts).

#include "report/line_hash.h"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace mlfix {
namespace {

constexpr std::size_t kBlock = 100;  // units that a hash covers
constexpr std::uint64_t kFactor = 37;
constexpr std::uint16_t kEnd = 0xFFFF;

struct Units {
  std::vector<std::uint16_t> units;
  std::vector<std::size_t> line_begins;
};

void append_utf16(std::vector<std::uint16_t>& units, char32_t c) {
  constexpr char32_t kFirstPair = 0x10000;
  if (c < kFirstPair) {
    units.push_back(static_cast<std::uint16_t>(c));
    return;
  }
  const char32_t rest = c - kFirstPair;
  units.push_back(static_cast<std::uint16_t>(0xD800u + (rest >> 10)));
  units.push_back(static_cast<std::uint16_t>(0xDC00u + (rest & 0x3FFu)));
}

Units units_of(std::string_view text) {
  Units result;
  bool line_begins = true;
  bool after_return = false;
  const auto add = [&](char32_t c) {
    if (line_begins) result.line_begins.push_back(result.units.size());
    line_begins = c == '\n';
    append_utf16(result.units, c);
  };
  for (auto at = text.begin(); at != text.end();) {
    const char32_t c = utf8::next(at, text.end());
    const bool skipped = c == ' ' || c == '\t' || (c == '\n' && after_return);
    after_return = !skipped && c == '\r';
    if (!skipped) add(c == '\r' ? U'\n' : c);
  }
  add(kEnd);
  return result;
}

std::uint64_t hash_from(const std::vector<std::uint16_t>& units, std::size_t begin) {
  std::uint64_t hash = 0;
  for (std::size_t i = begin; i < begin + kBlock; ++i) {
    hash = hash * kFactor + (i < units.size() ? units[i] : 0u);
  }
  return hash;
}

}  // namespace

std::vector<std::string> line_hashes(std::string_view text) {
  const Units units = units_of(text);
  std::map<std::uint64_t, unsigned> seen;
  std::vector<std::string> hashes;
  hashes.reserve(units.line_begins.size());
  for (const std::size_t begin : units.line_begins) {
    const std::uint64_t hash = hash_from(units.units, begin);
    hashes.push_back(fmt::format("{:x}:{}", hash, ++seen[hash]));
  }
  return hashes;
}

}  // namespace mlfix
