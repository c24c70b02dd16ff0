// What became of every finding of a file over all passes. A later pass sees the
// same finding again at another offset, or a new one; the ledger tells which.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/file_pipeline.h"
#include "engine/offset_map.h"

namespace mlfix {

class FindingLedger {
 public:
  // The findings of the first pass, at their places.
  explicit FindingLedger(std::vector<FileFinding> first);

  // Enters what a later pass found, in its order, and returns the entry of each:
  // that of the same rule at the same place of the original text, else one of
  // the same rule in the text that was replaced there, else a new one. Entries
  // that are not among them no longer remain. O(n log n).
  std::vector<std::size_t> enter(const std::vector<FileFinding>& found, const OffsetMap& map);

  // The fix of the entry was applied as a later pass found it: where that pass knows more, or less,
  // than the one that the entry is from, level and reasons are those that it was applied with.
  // An entry that had no fix before another fix was made has this one.
  void mark_applied(std::size_t entry, const FileFinding& as, const OffsetMap& map);

  FileFinding& operator[](std::size_t entry) { return entries_[entry]; }
  const FileFinding& operator[](std::size_t entry) const { return entries_[entry]; }
  std::vector<FileFinding>& entries() { return entries_; }

 private:
  using Place = std::pair<std::uint32_t, Offset>;  // rule, begin
  std::optional<std::size_t> match(const FileFinding& found, const OffsetMap& map) const;
  std::size_t add(const FileFinding& found, const OffsetMap& map);

  std::vector<FileFinding> entries_;
  std::multimap<Place, std::size_t> by_place_;
  std::vector<bool> is_taken_;  // by the pass that is being entered
};

}  // namespace mlfix
