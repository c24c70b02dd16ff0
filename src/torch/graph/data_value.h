// Values that are data or settings, not results of the model that is trained.
//
// They take no part in its graph. Facts decide where there are any; a parameter
// or the result of code we can't see is taken at its name (`images`, `labels`),
// so this is enough for an unsafe fix only.
#pragma once

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

bool holds_data(const SemanticModel& model, DefId def);
bool is_data(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
