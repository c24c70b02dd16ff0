// Whether joining the parts after the loop gives what joining them one by one gave, as answers
// that a verdict can be made of.
#pragma once

#include "semantic/verdict/verdict.h"
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

}  // namespace mlfix
