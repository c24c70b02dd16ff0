// Byte ranges and edits: the vocabulary every layer above shares.
//
// All positions are byte offsets into one text (never code points, never
// lines); a range is half open. Plain values, safe to copy between threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlfix {

using Offset = std::uint32_t;  // bytes from the start of the text

struct TextRange {
  Offset begin = 0;
  Offset end = 0;

  Offset size() const { return end - begin; }
  bool empty() const { return begin == end; }
  bool contains(TextRange other) const { return begin <= other.begin && other.end <= end; }
  bool contains(Offset offset) const { return begin <= offset && offset < end; }
  bool overlaps(TextRange other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(TextRange, TextRange) = default;
};

// Replaces [begin, end) of the text the edit was made for. An insertion has
// begin == end; a deletion has an empty text.
struct Edit {
  Offset begin = 0;
  Offset end = 0;
  std::string text;

  TextRange range() const { return {begin, end}; }
  friend bool operator==(const Edit&, const Edit&) = default;
};

// The text with `edits` applied. Edits must be sorted by position, must not
// overlap and must lie inside the text; a violation aborts in every build,
// because its result would be other code than the edits say. Insertions at one
// place go in the order given. Linear in the size of the result.
std::string apply_edits(std::string_view text, const std::vector<Edit>& edits);

}  // namespace mlfix
