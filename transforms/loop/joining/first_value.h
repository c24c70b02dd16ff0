// May an empty first value be left away when the parts are joined behind the loop?
#pragma once

#include "transforms/loop/joining/self_join.h"

namespace mlfix {

// The statement `out = torch.tensor([])` that only begins what the loop makes longer, or kNoNode:
// nobody else reads it, every iteration adds a part, and the parts are of floats as far as can be
// seen, so that joining them without it gives the same unless the loop never runs.
NodeId dispensable_start(const SemanticModel& model, const SelfJoin& join);

}  // namespace mlfix
