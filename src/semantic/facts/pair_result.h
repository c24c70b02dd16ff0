// Calls that give a pair of values and their indices: x.topk(k), torch.max(x, 1).
#pragma once

#include "semantic/knowledge/knowledge.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

// Does a call of a function or method with these `indices` give such a pair? `dim` is the argument
// in the place of its dimension, or kNoNode. x.max(1) does, x.max(y) does not; errs to false.
bool gives_pair(const SyntaxTree& tree, Indices indices, NodeId dim);

}  // namespace mlfix
