// The fix of one finding as a small diff.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/source_file.h"

namespace mlfix {

// Hunks of a unified diff without a file header; line numbers are those of the
// file, or of the cell. It is for people: of long lines only what is around the
// changes is there.
struct FixDiff {
  std::optional<std::uint32_t> cell;  // of a notebook
  std::string hunks;
};

// One for an ordinary file, one for each cell that `edits` (sorted, of the
// analysed text) touch in a notebook. `context` lines are shown around a change.
// Linear in the edits and the lines between the first and the last of each hunk,
// however long the file and its lines are.
std::vector<FixDiff> fix_diffs(const SourceFile& file, const std::vector<Edit>& edits,
                               unsigned context);

// The two sides of a line of a diff; a side that is missing has line 0.
struct DiffRow {
  std::uint32_t old_line = 0;
  std::uint32_t new_line = 0;
  std::string_view old_text;  // into the hunks
  std::string_view new_text;
  bool changed = false;
  bool opens_hunk = false;  // lines were left out above
};

// The hunks side by side. Lines that only moved to another indentation stand
// beside each other. Views into `hunks`; lines are without their terminators.
std::vector<DiffRow> side_by_side(std::string_view hunks);

}  // namespace mlfix
