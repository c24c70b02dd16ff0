// Parameters of functions.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

// The type that is written at the parameter with that name (`x: Tensor`, `x: Tensor = y`), or
// kNoNode. O(1).
NodeId annotation_of_parameter(const SyntaxTree& tree, NodeId name);

}  // namespace mlfix
