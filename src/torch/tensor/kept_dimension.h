// Reductions of tensors that keep the dimension they reduce.
#pragma once

#include <optional>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct KeptDimension {
  NodeId call = kNoNode;
  NodeId keepdim = kNoNode;  // the value of the keyword
  NodeId dim = kNoNode;
  bool pairs = false;  // gives values and indices
};

// The call as one: x.mean(1, keepdim=True), torch.max(x, dim=-1, keepdim=True).
std::optional<KeptDimension> kept_dimension(const SemanticModel& model, NodeId call);

}  // namespace mlfix
