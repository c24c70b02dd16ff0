// Places written twice: `output["loss"]` here and `output["loss"]` there.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A name with attributes and items after it (`loss`, `self.loss`, `out["loss"]`).
bool is_place(const SemanticModel& model, NodeId expr);

// The name at which a place starts, or kNoNode.
NodeId base_of_place(const SemanticModel& model, NodeId place);

// Do both expressions name one place, and hold the same value as far as this
// function shows? Every name in them means the same, and the place is not set
// between them. Errs to false but for what callees do to an object.
bool is_same_place(const SemanticModel& model, NodeId a, NodeId b);

// May the call give a view of its receiver or of an argument, or the very object, by the name of
// the function, the method or the class of the module: torch.squeeze(x), x.squeeze(),
// nn.Flatten()(x)? What is written to the one is then seen in the other.
bool may_give_view(const SemanticModel& model, NodeId call);

// The argument that a call of a function changes in place, or puts the others into, as
// torch.Tensor.add_(a, b) and operator.setitem(a, key, b) do; else kNoNode.
NodeId written_argument(const SemanticModel& model, NodeId call);

}  // namespace mlfix
