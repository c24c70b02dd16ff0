// Decides which fixes of one pass can be applied together and lowers them to
// edits. Fixes are whole: all intents of one are applied or none.
//
// Order: one strict total order over (priority, begin, end, rule, ordinal).
// Accepted greedily; a fix is refused when an edit or guard of it overlaps or
// touches an accepted edit, or an edit of it overlaps an accepted guard.
// Imports are united and deletions counted per block (an emptied block gets
// `pass`) after acceptance. O(n log n).
#pragma once

#include <cstddef>
#include <vector>

#include "rewrite/fix.h"
#include "semantic/semantic_model.h"

namespace mlfix {

struct PlannedFix {
  const Fix* fix;
  std::uint32_t rule;     // index in the registry: a tie-breaker
  int priority = 0;       // lower first
};

struct Plan {
  std::vector<std::size_t> accepted;  // indexes into the input, sorted
  std::vector<std::size_t> deferred;  // in conflict with an accepted one
  std::vector<Edit> edits;            // sorted, disjoint
};

Plan plan_fixes(const SemanticModel& model, const std::vector<PlannedFix>& fixes);

// The edits of one fix alone.
std::vector<Edit> lower_fix(const SemanticModel& model, const Fix& fix);

}  // namespace mlfix
