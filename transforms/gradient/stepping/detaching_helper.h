// Functions that authors write to cut states off: repackage_hidden(h).
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// The function of the module that detaches whatever it is given, parts of parts as well, and that
// its name means at `call`; kNoNode when there is none. Costs a walk over the file, once.
NodeId detaching_helper(const SemanticModel& model, NodeId call);

}  // namespace mlfix
