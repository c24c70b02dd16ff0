// How a growing value begins, and whether an empty first value may be left away when the parts are
// joined behind the loop.
#pragma once

#include "transforms/loop/joining/self_join.h"

namespace mlfix {

// The statement `out = …` whose value enters the loop, and which nobody reads but the join; kNoNode
// when it does more.
NodeId plain_start(const SemanticModel& model, const SelfJoin& join);

// Does every iteration get to the statement, unless one ends the loop by an exception or returns?
bool runs_in_each_iteration(const SemanticModel& model, NodeId statement, NodeId loop);

// Is the loop certain to begin when the statement has run, as far as the blocks say?
bool leads_to(const SemanticModel& model, NodeId statement, NodeId loop);

// The statement `out = torch.tensor([])` that only begins what the loop makes longer, or kNoNode:
// nobody else reads it, every iteration adds a part, and the parts are of floats as far as can be
// seen, so that joining them without it gives the same unless the loop never runs.
NodeId dispensable_start(const SemanticModel& model, const SelfJoin& join);

}  // namespace mlfix
