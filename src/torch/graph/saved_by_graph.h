// Values that autograd keeps for the backward pass.
#pragma once

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A value that is read after `until` and whose graph holds what `def` (a name
// bound by one assignment) stands for, because an operation before `until`
// saved it; kNone when there is none, or a backward pass may have freed the
// graph by then. Errs to kNone.
DefId holder_of(const SemanticModel& model, DefId def, NodeId until);

}  // namespace mlfix
