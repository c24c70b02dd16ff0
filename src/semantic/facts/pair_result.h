// Calls that give a pair of values and their indices: x.topk(k), torch.max(x, 1).
#pragma once

#include "semantic/knowledge/knowledge.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the call, of a function or method with these `indices`, give such a pair? `first_dim`
// is the position of its dimension. x.max(1) does, x.max(y) does not; errs to false.
bool gives_pair(const SemanticModel& model, NodeId call, Indices indices, int first_dim);

}  // namespace mlfix
