// Does everybody who gets a tensor only read it? The value-flow engine's policy for it.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does nobody who gets the tensor that is read at `read`, or a view of it, change it, keep it,
// or take it where it can't be followed, as long as the function runs? Errs to false.
bool only_reads(const SemanticModel& model, NodeId read);

}  // namespace mlfix
