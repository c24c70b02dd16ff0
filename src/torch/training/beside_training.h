// What stands beside a whole training.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does a loop beside the place, in the same function, train, and no loop hold the place? Then what
// is made there is one for a whole training. Kept for each function, in whose calls it is linear.
// For what is worth saying, not for proofs.
bool is_beside_training(const SemanticModel& model, NodeId at);

}  // namespace mlfix
