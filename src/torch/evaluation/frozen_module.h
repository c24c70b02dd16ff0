// Modules whose parameters are switched off: their forward passes build no graph.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the module that `evaluated` names, and `forward` may call, frozen as a whole before it is
// run, here or, for an attribute of self, in a method of its class: by
// module.requires_grad_(False), or by a loop over module.parameters()? No when the same code
// switches a parameter on again, replaces a part, or gives the module to an optimizer. Linear
// in the size of that code.
bool is_frozen_in_scope(const SemanticModel& model, NodeId forward, NodeId evaluated);

// The first place in the file that switches the gradients of weights off, or may: p.requires_grad =
// False in a loop, x.requires_grad_(flag); kNoNode when there is none. Linear in such places.
NodeId freezing_in_file(const SemanticModel& model);
// The same, but for places that are about the weights of another network than that expression.
NodeId freezing_in_file(const SemanticModel& model, NodeId network);

// A call before the backward pass, in its function, in those around a closure, or in one of the
// file that runs there, whose function switches the gradients of weights off, in this file or
// another: a method of what is not known does it where one of that name does so in the run. kNoNode
// when there is none. Asks other files: for findings, not for looking for them.
NodeId freezing_on_the_way(const SemanticModel& model, NodeId backward);

}  // namespace mlfix
