// Expressions that nothing notices when they are not evaluated.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does evaluating the expression do nothing but give its value, as far as the tables know what it
// calls? Errs to false. Linear in the expression.
bool may_be_left_out(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
