// Places written twice: `output["loss"]` here and `output["loss"]` there.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A name with attributes and items after it (`loss`, `self.loss`, `out["loss"]`).
bool is_place(const SemanticModel& model, NodeId expr);

// The name at which a place starts, or kNoNode.
NodeId base_of_place(const SemanticModel& model, NodeId place);

// Do both expressions name one place, and hold the same value as far as this
// function shows? Every name in them means the same, and the place is not set
// between them. Errs to false but for what callees do to an object.
bool is_same_place(const SemanticModel& model, NodeId a, NodeId b);

}  // namespace mlfix
