// How often a loop goes round (SemanticModel::trip_count).
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

struct TripCount {
  bool known = false;  // the number of iterations is a literal
  std::int64_t count = 0;
  bool certainly_runs = false;  // at least one iteration
  NodeId expression = kNoNode;  // `n` of range(n), the loader of `for x in loader`
};

}  // namespace mlfix
