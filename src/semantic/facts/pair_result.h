// Calls that give a pair of values and their indices: x.topk(k), torch.max(x, 1).
#pragma once

#include "semantic/knowledge/knowledge.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

// Does a call of a function or method with these `indices` give such a pair, when it is given `dim`
// (kNoNode: none) for its dimension? x.max(1) does, x.max(y) does not; errs to false.
bool gives_pair(const SyntaxTree& tree, Indices indices, NodeId dim);

}  // namespace mlfix
