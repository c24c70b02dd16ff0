// Networks that stand beside the one that is trained: what scores a picture, or ranks a text.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the network that the call runs made by a library, as far as its names and the callers in the
// file lead, and are the weights of others alone named in the file where weights are given away?
// For what is worth saying: errs to false. A bounded number of names.
bool runs_untrained_network(const SemanticModel& model, NodeId call);

}  // namespace mlfix
