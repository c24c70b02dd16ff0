// The tensors for whose gradients a backward pass is made: inputs, not weights.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct WantedLeaf {
  std::string_view name;   // as it is written, and as it can be written at the backward pass
  NodeId asked = kNoNode;  // the read of its gradient, or the call that makes its optimizer
};

struct WantedLeaves {
  std::vector<WantedLeaf> leaves;  // each name once
  // Who, in the function or the loop around, wants gradients of something else; kNoNode when
  // nobody is seen. `fact` says it in words.
  NodeId other = kNoNode;
  std::string_view fact;
};

// The leaves of which the code around `backward` (a tensor's backward()) reads `.grad`, or
// steps an optimizer that was made for them alone. A leaf is a name or an attribute of `self`
// that was told to require gradients, and means the same tensor at the backward pass. The
// function is looked at once for all its backward passes; where more than two hundred ask for
// gradients, somebody else does.
WantedLeaves leaves_wanted_from(const SemanticModel& model, NodeId backward);

}  // namespace mlfix
