// Who reads the gradients that backward passes leave behind: `p.grad`. What is asked of a region
// costs one walk over it, once: answers are kept.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The network whose weights a loop goes through that binds the name: `net` for p of
// `for p in net.parameters()`; or kNoNode.
NodeId network_of_weight(const SemanticModel& model, NodeId name);

// Are the two networks, as they are written, neither the same nor one a part of the other?
bool are_apart(std::string_view one, std::string_view other);

// Is the gradient assigned to: p.grad = None, p.grad += other? The left operand of a product is
// not.
bool is_assigned(const SyntaxTree& tree, NodeId gradient);

// Does anything in the file read an attribute `grad`? torch.autograd.grad is none.
bool reads_any_gradient(const SemanticModel& model);

// The same, but for those of weights of another network than the expression `network`, which a loop
// goes through: `for p in policy.parameters(): p.grad.clamp_(-1, 1)`.
bool may_read_gradient_of(const SemanticModel& model, NodeId network);

// The first gradient in `region` that is read so that an expression of it may be differentiated:
// p.grad.norm(), but not p.grad.data, p.grad is None, p.grad.zero_(); or kNoNode.
NodeId gradient_expressed_in(const SemanticModel& model, NodeId region);

// The first call in `region` of a function in view, of whatever file, that reads gradients and
// either differentiates or gives something on, which may be an expression of them; or kNoNode.
NodeId gradient_reader_in(const SemanticModel& model, NodeId region);

}  // namespace mlfix
