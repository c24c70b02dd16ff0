// The map is the sorted list of stretches that survived all edits. Applying
// edits intersects that list with the stretches between the edits.

#include "engine/offset_map.h"

#include <algorithm>

namespace mlfix {

OffsetMap::OffsetMap(Offset size) : kept_{{0, 0, size}}, original_size_(size) {}

void OffsetMap::apply(const std::vector<Edit>& edits) {
  std::vector<Kept> next;
  auto stretch = kept_.begin();
  Offset begin = 0;   // of the text between two edits, in the text before them
  Offset target = 0;  // the same place in the text after them
  // Keeps what survives of [begin, end), which moves to `target`.
  const auto keep = [&](Offset end) {
    while (stretch != kept_.end() && stretch->current < end) {
      const Offset stretch_end = stretch->current + stretch->size;
      const Offset from = std::max(begin, stretch->current);
      const Offset to = std::min(end, stretch_end);
      if (from < to) {
        next.push_back(
            {target + (from - begin), stretch->original + (from - stretch->current), to - from});
      }
      if (stretch_end > end) break;
      ++stretch;
    }
  };
  for (const Edit& edit : edits) {
    keep(edit.begin);
    target += edit.begin - begin + static_cast<Offset>(edit.text.size());
    begin = edit.end;
  }
  keep(UINT32_MAX);
  kept_ = std::move(next);
}

std::vector<OffsetMap::Kept>::const_iterator OffsetMap::last_begun(Offset current) const {
  const auto after = std::ranges::upper_bound(kept_, current, {}, &Kept::current);
  return after == kept_.begin() ? kept_.end() : after - 1;
}

Offset OffsetMap::original(Offset current) const {
  const auto at = last_begun(current);
  if (at == kept_.end()) return 0;
  return at->original + std::min(current - at->current, at->size);
}

TextRange OffsetMap::original(TextRange current) const {
  const Offset begin = original(current.begin);
  return {begin, std::max(begin, original(current.end))};
}

TextRange OffsetMap::replaced(Offset current) const {
  const Offset begin = original(current);
  const auto at = last_begun(current);
  if (at != kept_.end() && current < at->current + at->size) return {begin, begin};
  const auto next = at == kept_.end() ? kept_.begin() : at + 1;
  return {begin, next == kept_.end() ? original_size_ : next->original};
}

std::vector<Edit> OffsetMap::edits(std::string_view text) const {
  std::vector<Edit> result;
  Offset current = 0;
  Offset original = 0;
  const auto add_until = [&](Offset current_end, Offset original_end) {
    if (current == current_end && original == original_end) return;
    const std::string_view made = text.substr(current, current_end - current);
    result.push_back({original, original_end, std::string(made)});
  };
  for (const Kept& kept : kept_) {
    add_until(kept.current, kept.original);
    current = kept.current + kept.size;
    original = kept.original + kept.size;
  }
  add_until(static_cast<Offset>(text.size()), original_size_);
  return result;
}

}  // namespace mlfix
