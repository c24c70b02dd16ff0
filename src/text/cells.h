// The cells of a text that is made of several, as a notebook's module is: each
// is run by itself, in any order, more than once.
//
// Cells lie in the text in order with at least one byte between them, so that
// every place of the text belongs to one cell at most. A value; empty for an
// ordinary file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

struct Cell {
  TextRange range;               // in the text, the last terminator included
  std::uint32_t number = 0;      // in the document, from 1; cells of other kinds count too
  std::uint32_t first_line = 1;  // the line of the document's cell that the range begins with
  // Stands for code that can't be read: what it names is there, nothing else.
  bool opaque = false;
  friend bool operator==(const Cell&, const Cell&) = default;
};

class Cells {
 public:
  Cells() = default;
  // `opaque` are places inside the cells that stand for something else than the
  // text says. Both sorted.
  Cells(std::vector<Cell> cells, std::vector<TextRange> opaque)
      : cells_(std::move(cells)), opaque_(std::move(opaque)) {}

  // Adds a cell after all others, and what is opaque in it; sorted.
  void add(const Cell& cell, const std::vector<TextRange>& opaque) {
    cells_.push_back(cell);
    opaque_.insert(opaque_.end(), opaque.begin(), opaque.end());
  }

  bool empty() const { return cells_.empty(); }
  const std::vector<Cell>& all() const { return cells_; }
  // The cell that holds `offset` or ends there; nothing between cells.
  // O(log cells).
  std::optional<std::size_t> at(Offset offset) const;
  // Does the range touch a byte that stands for something else?
  bool is_opaque(TextRange range) const;
  // Does each edit stay inside one cell, and away from what is opaque?
  bool allow(const std::vector<Edit>& edits) const;
  // The cells of the text after `edits`, which must be sorted and allowed.
  Cells after(const std::vector<Edit>& edits) const;

 private:
  std::vector<Cell> cells_;
  std::vector<TextRange> opaque_;
};

}  // namespace mlfix
