// May the growing tensor be made as long as it gets, so that every iteration writes a row?
#pragma once

#include <optional>
#include <string>

#include "syntax/syntax_tree.h"
#include "torch/tensor/self_join.h"

namespace mlfix {

class SemanticModel;

struct Preallocation {
  NodeId size = kNoNode;   // the 0 of torch.empty((0, n)) that becomes …
  NodeId count = kNoNode;  // … the n of range(n)
  std::string slot;        // out[i]
  NodeId row = kNoNode;    // what goes there
};

// Nothing unless the tensor begins with a first dimension of 0 and all others, the loop counts
// from 0 to a number that is known where the tensor is made, and every iteration adds one row,
// without a sign of a graph: autograd would copy the whole tensor for each row.
std::optional<Preallocation> preallocation(const SemanticModel& model, const SelfJoin& join);

}  // namespace mlfix
