// The elements of tuples, lists and patterns of targets, by their positions, and those of
// comparisons.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct Elements {
  std::vector<NodeId> all;       // in source order, stars included
  std::size_t before_stars = 0;  // how many stand before the first star

  bool have_star() const { return before_stars < all.size(); }
};

// Of a display or a pattern. Linear when it is first asked about; valid as long as the model.
const Elements& placed_elements(const SemanticModel& model, NodeId display);

// The position of the element that `expr` is, or is in; -1 for a star and after one. O(log n).
int position_among(const SemanticModel& model, NodeId display, NodeId expr);

// Two operands beside each other in `a < b == c`, and what is written between them.
struct ComparedPair {
  NodeId left;
  std::string_view op;
  NodeId right;
};

// Those of the comparison that `value`, one of its operands, takes part in: one or two. Linear in
// the comparison when it is first asked about, then O(log n); valid as long as the model.
std::span<const ComparedPair> pairs_compared(const SemanticModel& model, NodeId comparison,
                                             NodeId value);

}  // namespace mlfix
