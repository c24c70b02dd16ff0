// A range may end past the last line of its cell, so what lies between two
// cells belongs to the one before.

#include "report/place.h"

namespace mlfix {

Place place_of(const SourceFile& file, Offset offset) {
  Position position = file.lines.position(file.text, offset);
  const auto index = file.cells.at(offset);
  if (!index) return {std::nullopt, position};
  const Cell& cell = file.cells.all()[*index];
  position.line += cell.first_line - file.lines.line_at(cell.range.begin);
  return {cell.number, position};
}

}  // namespace mlfix
