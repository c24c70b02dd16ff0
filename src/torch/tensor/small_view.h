// Small parts of large tensors that share their memory.
#pragma once

#include <optional>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct SmallView {
  NodeId whole = kNoNode;  // the expression of the tensor
  NodeId part = kNoNode;   // the subscript, h[:, 0, :] of h
};

// Is the value a view of a part that is known to be small, of a tensor that a call has just made
// and that nobody else keeps? Whoever keeps the view then keeps all of the tensor. Small is one
// step of a sequence, the second dimension of three (h[:, -1, :], out.last_hidden_state[:, 0]), and
// the first places of a whole order (x.argsort(1)[:, :5]); a channel of three or a layer of two is
// not. Linear in the expression and in the uses of the name in it.
std::optional<SmallView> small_view(const SemanticModel& model, NodeId value);

}  // namespace mlfix
