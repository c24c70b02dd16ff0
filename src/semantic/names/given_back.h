// A helper that sets something up and gives it back as it was given: layer_init(nn.Linear(8, 4)).
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The parameter that every return of the function gives back, where nothing binds its name anew and
// the end is a return; kNoNode otherwise, and for decorated, async and generating functions. Linear
// in the function, once.
NodeId parameter_given_back(const SemanticModel& model, NodeId function);

// The argument that such a function of the file gets in the call; kNoNode where it is not seen.
NodeId argument_given_back(const SemanticModel& model, NodeId call, NodeId function);

}  // namespace mlfix
