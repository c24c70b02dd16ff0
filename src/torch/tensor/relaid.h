// Whether a tensor is given another shape or other memory while others hold it.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// May the tensor that `value` evaluates to be given another shape or other memory in place
// (`loss.data = x`, `loss.squeeze_()`), by any of its names? What detach() makes of it keeps the
// old ones.
bool may_be_relaid(const SemanticModel& model, NodeId value);

}  // namespace mlfix
