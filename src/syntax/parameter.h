// Parameters of functions.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

// The type that is written at the parameter with that name (`x: Tensor`, `x: Tensor = y`), or
// kNoNode. O(1).
NodeId annotation_of_parameter(const SyntaxTree& tree, NodeId name);

// Which of the function's parameters binds that name, `self` included, counted from 0. Linear in
// the parameters.
int position_of_parameter(const SyntaxTree& tree, NodeId function, NodeId name);

}  // namespace mlfix
