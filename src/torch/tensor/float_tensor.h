// Whether a value is a tensor of floats, as far as its file shows.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is all that the value may be made of what a module gives, or tensors that are made without a
// type? It is evidence and no proof, since a model may be of half precision. Errs to false. Cost:
// that of following the value to its origins (semantic/flow/value_origins.h).
bool is_float_tensor(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
