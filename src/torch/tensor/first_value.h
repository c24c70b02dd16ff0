// How a growing tensor begins, and whether an empty first value may be left away when the parts are
// joined after the loop.
#pragma once

#include <optional>

#include "syntax/syntax_tree.h"
#include "torch/tensor/literal_shape.h"
#include "torch/tensor/self_join.h"

namespace mlfix {

class SemanticModel;

// The first value of a tensor that torch.cat, or the like, makes longer in each iteration.
struct FirstValue {
  NodeId statement = kNoNode;  // `out = …`, which nobody reads but the join; kNoNode when it does
                               // more, or the loop need not begin, or add a part in each iteration
  NodeId value = kNoNode;
};

// Nothing is known about how often the loop runs. Errs to none.
FirstValue first_value_of(const SemanticModel& model, const SelfJoin& join);

// The shape of the value that the join starts with, where it is made by a literal call.
std::optional<LiteralShape> shape_of_start(const SemanticModel& model, const SelfJoin& join);

// Does joining a start of that shape with no part give the start again? Errs to false.
bool starts_alone(const SemanticModel& model, const SelfJoin& join, const LiteralShape& start);

// The statement `out = torch.tensor([])` that only begins what the loop makes longer, or kNoNode:
// it is a first value as above, and the parts are of floats as far as can be seen, so that joining
// them without it gives the same unless the loop never runs.
NodeId dispensable_start(const SemanticModel& model, const SelfJoin& join);

}  // namespace mlfix
