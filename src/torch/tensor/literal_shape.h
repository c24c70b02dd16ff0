// The rank of a tensor that is made by a literal call.
#pragma once

#include <optional>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct LiteralShape {
  int rank = 0;
  // Shape (0,): torch.cat skips such a tensor whatever the dimension.
  bool is_empty_vector = false;
};

// For torch.zeros(0, n), torch.empty((2, 3)), torch.tensor([]), also followed by
// .to(…) and the like; nothing when the rank can't be read off.
std::optional<LiteralShape> literal_shape(const SemanticModel& model, NodeId expr);

// Does joining a tensor of that shape with nothing else along `dim` (kNoNode: 0)
// give the tensor again? Errs to false.
bool joins_alone(const SyntaxTree& tree, const LiteralShape& shape, NodeId dim);

}  // namespace mlfix
