// Attributes that the code gives to one tensor object, and other storage under it. What detach()
// makes of the tensor shares its numbers and none of that.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// May the file tell this very tensor, by any of its names, from what detach() makes of it, because
// of what it sets on it or reads from it? Linear in the file, once. Names that are given to an
// object by a call are not followed.
bool has_attributes_of_its_own(const SemanticModel& model, NodeId value);

}  // namespace mlfix
