// What a function gives back, by its return statements.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the function give its callers a value: a return of something other than
// None, or a generator? Those of nested functions don't count. Linear in the body.
bool returns_value(const SemanticModel& model, NodeId function);

}  // namespace mlfix
