// Training steps that are written out instead of being made by an optimizer.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

// The name of the module whose weights the statement changes by their gradients, as in
// `for p in module.parameters(): p.data -= rate * p.grad`; kNoNode where it does nothing of that
// kind. Linear in the statement.
NodeId stepped_by_hand(const SyntaxTree& tree, NodeId statement);

}  // namespace mlfix
