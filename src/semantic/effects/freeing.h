// Code that frees memory, and code that does nothing but give its value.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {
class SemanticModel;

// The first node in the subtree of `region` (the file for kNoNode) that frees
// memory, or kNoNode: a `del`, a name set to None, a call that the knowledge
// tables say frees, or one of a function or method whose name is among `calls`
// (words with spaces between them).
NodeId freeing_in(const SemanticModel& model, NodeId region, std::string_view calls);

// Does evaluating the expression do nothing but give its value, as far as the tables know what it
// calls? Errs to false. Linear in the expression.
bool may_be_left_out(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
