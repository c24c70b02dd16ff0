// Phases of an object: what it does until a flag of it is switched, a warm-up for one.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the code at `n`, in a method, run only in a phase of its object: where a test of an
// attribute of `self` lets it, which the class sets to True or False after its set-up as well?
// The test stands around `n`, or before it with a way out of the method; or it does so for
// each call of the method in its class. Returns the test, or kNoNode. For what is worth saying,
// not for proofs: other files may call the method, and set the flag back.
// O(calls of the methods in between).
NodeId phase_test_at(const SemanticModel& model, NodeId n);

}  // namespace mlfix
