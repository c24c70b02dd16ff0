// Gradients that hooks take for the code that runs the backward pass.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// After `backward`, in its function: the first read of what a hook of the file keeps of the
// gradients that it is given, in an attribute, by its name, or in a list around the hook; kNoNode
// when there is none. Linear in the file once, and in each function once.
NodeId read_of_hooked_gradient(const SemanticModel& model, NodeId backward);

}  // namespace mlfix
