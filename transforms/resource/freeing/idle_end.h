// Ends of functions and loops that a statement reaches without needing memory.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// What comes behind `statement` up to the end of the function: nothing that needs
// memory (the function's def), the end of a loop's body (the loop), else kNoNode.
NodeId end_reached_from(const SemanticModel& model, NodeId statement);

}  // namespace mlfix
