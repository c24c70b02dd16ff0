// Which calls give a tensor that shows the memory of another, and which write into one.
#pragma once

#include <optional>
#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// May the result of a function or method of tensors be a view? By its last word, `view` of
// x.view(-1) and of torch.view.
bool may_give_view(const SemanticModel& model, std::string_view word);

// Is the call told to write into a tensor that is there, out=x or inplace=True, or may be?
bool is_told_where_to_write(const SemanticModel& model, NodeId call);

// Does a function of the file give the part, as a view of a tensor of its own: x.narrow(0, a, n)?
// Where it makes one, or kNoNode. Who keeps such parts keeps all of those tensors.
NodeId view_made_for(const SemanticModel& model, NodeId part);

struct SmallView {
  NodeId whole = kNoNode;  // the expression of the tensor
  NodeId part = kNoNode;   // the subscript, h[:, 0, :] of h
};

// Is the value a view of a part that is known to be small, of a tensor that a call has just made
// and that nobody else keeps? Whoever keeps the view then keeps all of the tensor. Small is one
// step of a sequence, the second dimension of three (h[:, -1, :], out.last_hidden_state[:, 0]), and
// the first places of a whole order (x.argsort(1)[:, :5]); a channel of three or a layer of two is
// not. That it is a tensor, and no array, is for the caller to show. Linear in the expression and
// in the uses of the name in it.
std::optional<SmallView> small_view(const SemanticModel& model, NodeId value);

// Where the statements from `first` to `last` make what may be a view of a tensor from outside of
// them, and give it back or bind it where code behind them reads it; else kNoNode. A view that is
// made without gradients refuses to be changed in place with them ("A view was created in no_grad
// mode and is being modified inplace with grad mode enabled", torch/csrc/autograd/variable.cpp).
// What a function is given is not followed. Linear in the statements; for findings.
NodeId view_let_out(const SemanticModel& model, NodeId first, NodeId last);

}  // namespace mlfix
