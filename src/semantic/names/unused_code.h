// Code that nothing in the run uses.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The function, method or class around `at` that nothing in the run calls or mentions, or kNoNode:
// none of what a library calls by itself, what a decorator may have registered, tests, and what a
// package offers to others. See ProjectCode::may_be_used(). For what is worth saying, not for
// proofs.
NodeId unused_code_around(const SemanticModel& model, NodeId at);

}  // namespace mlfix
