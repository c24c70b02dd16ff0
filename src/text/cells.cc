// What is inserted at either end of a cell belongs to that cell, while opaque
// places only move: nothing is ever inserted into one.

#include "text/cells.h"

#include <algorithm>

namespace mlfix {
namespace {

std::int64_t growth_of(const Edit& edit) {
  return static_cast<std::int64_t>(edit.text.size()) - edit.range().size();
}

// Moves places over the edits; asked for places in ascending order.
class Shift {
 public:
  explicit Shift(const std::vector<Edit>& edits) : edits_(edits) {}

  // With `inserted`, what an edit inserts exactly at `offset` counts as before it.
  Offset operator()(Offset offset, bool inserted) {
    while (next_ < edits_.size()) {
      const Edit& edit = edits_[next_];
      const bool before = inserted ? edit.end <= offset : edit.end <= offset && edit.begin < offset;
      if (!before) break;
      grown_ += growth_of(edit);
      ++next_;
    }
    return static_cast<Offset>(offset + grown_);
  }

 private:
  const std::vector<Edit>& edits_;
  std::size_t next_ = 0;
  std::int64_t grown_ = 0;
};

}  // namespace

std::optional<std::size_t> Cells::at(Offset offset) const {
  const auto after = std::ranges::upper_bound(cells_, offset, {},
                                              [](const Cell& cell) { return cell.range.begin; });
  if (after == cells_.begin() || offset > (after - 1)->range.end) return std::nullopt;
  return static_cast<std::size_t>(after - cells_.begin()) - 1;
}

bool Cells::is_opaque(TextRange range) const {
  const auto first = std::ranges::upper_bound(opaque_, range.begin, {}, &TextRange::end);
  return first != opaque_.end() &&
         first->overlaps({range.begin, std::max(range.end, range.begin + 1)});
}

bool Cells::allow(const std::vector<Edit>& edits) const {
  return std::ranges::all_of(edits, [this](const Edit& edit) {
    const auto cell = at(edit.begin);
    if (!cell || cells_[*cell].opaque || edit.end > cells_[*cell].range.end) return false;
    const auto first = std::ranges::upper_bound(opaque_, edit.begin, {}, &TextRange::end);
    return first == opaque_.end() || edit.end <= first->begin;
  });
}

Cells Cells::after(const std::vector<Edit>& edits) const {
  Cells result = *this;
  Shift shift_cells(edits);
  for (Cell& cell : result.cells_) {
    cell.range.begin = shift_cells(cell.range.begin, false);
    cell.range.end = shift_cells(cell.range.end, true);
  }
  Shift shift_opaque(edits);
  for (TextRange& range : result.opaque_) {
    const Offset size = range.size();
    range.begin = shift_opaque(range.begin, true);
    range.end = range.begin + size;
  }
  return result;
}

}  // namespace mlfix
