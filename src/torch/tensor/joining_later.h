// Whether joining the parts after the loop gives what joining them one by one gave, as answers
// that a verdict can be made of; how the growing tensor begins, and whether an empty first value
// may be left away then.
#pragma once

#include <optional>

#include "semantic/verdict/verdict.h"
#include "syntax/syntax_tree.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/tensor/self_join.h"

namespace mlfix {
class SemanticModel;

// hstack goes by its first tensor: after an empty vector it joins rows the
// first time and columns from then on, and no list can do that.
bool changes_its_mind(const SemanticModel& model, const SelfJoin& join);

// Of arrays nothing more is known than that they are joined.
bool joins_tensors(const SelfJoin& join);

// May the first value and the parts be kept until the loop ends?
Answer<Claim::PartsUnchanged> parts_unchanged(const SemanticModel& model, const SelfJoin& join);
// Does a join after a loop in which nothing was added give the start again?
Answer<Claim::JoinsAlone> joins_start_alone(const SemanticModel& model, const SelfJoin& join);
Answer<Claim::SameModeBehind> same_mode_behind(const SemanticModel& model, const SelfJoin& join);
Answer<Claim::NotSwallowed> not_swallowed(const SemanticModel& model, const SelfJoin& join);

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
