// Which of many events is the first to meet a figure that was made before it.
#pragma once

#include <cstddef>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

// Finds the events that meet a figure older than a given place without looking at those
// that don't, so that asking for each of many figures stays linear.
class OldFigures {
 public:
  // For each event the place that a figure has to be older than to be met by it.
  explicit OldFigures(std::vector<NodeId> met_before);
  OldFigures() = default;
  // The first of the events [from, to) that meets a figure made at `place`; `to` when none
  // does. O(log n).
  std::size_t first(std::size_t from, std::size_t to, NodeId place) const;

 private:
  std::size_t leaves_ = 0;
  std::vector<NodeId> least_;  // a heap: the least of two children in their parent
};

}  // namespace mlfix
