// Code that nothing in the run uses, or gets to.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The function, method or class around `at` that nothing in the run calls or mentions, or kNoNode:
// none of what a library calls by itself, what a decorator may have registered, tests, and what a
// package offers to others. See ProjectCode::may_be_used(). For what is worth saying, not for
// proofs.
NodeId unused_code_around(const SemanticModel& model, NodeId at);

// A read of a name that nothing binds, in the function of `at`, which ends every run before it gets
// there; or kNoNode. A loop that trains is taken to have an iteration, and names that code out of
// sight may bind are left alone. For what is worth saying, not for proofs.
NodeId unbound_read_before(const SemanticModel& model, NodeId at);

}  // namespace mlfix
