// Whether joining the parts behind the loop gives what joining them one by one gave.
#pragma once

#include "semantic/verdict/verdict.h"
#include "transforms/loop/joining/self_join.h"

namespace mlfix {

// hstack goes by its first tensor: after an empty vector it joins rows the
// first time and columns from then on, and no list can do that.
bool changes_its_mind(const SemanticModel& model, const SelfJoin& join);

Verdict verdict_on_joining_later(const SemanticModel& model, const SelfJoin& join);

// The same where the first value, an empty vector, is left away; see dispensable_start().
Verdict verdict_on_joining_parts_alone(const SemanticModel& model, const SelfJoin& join);

// On writing each part to its place in a tensor that is as long as it gets.
Verdict verdict_on_preallocation(const SelfJoin& join);

// The same where the first part takes the place of what was there before the loop.
Verdict verdict_on_joining_from_first(const SelfJoin& join);

}  // namespace mlfix
