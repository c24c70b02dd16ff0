// Where a byte of an analysed text is for its author: in a file, or in a cell of
// a notebook.
#pragma once

#include <cstdint>
#include <optional>

#include "text/source_file.h"

namespace mlfix {

struct Place {
  std::optional<std::uint32_t> cell;  // from 1, all cells of the notebook count
  Position position;                  // in the cell, or in the file
};

// O(log lines + length of the line).
Place place_of(const SourceFile& file, Offset offset);

}  // namespace mlfix
