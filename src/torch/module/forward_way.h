// The way from a call to where it runs a module, for people to see.
#pragma once

#include "syntax/syntax_tree.h"
#include "text/way.h"

namespace mlfix {

class SemanticModel;

// The steps from the call, through functions of this file and of the one that it leads to, to a
// call of a module that records its graph. Empty where the call runs the module itself, or no such
// way is seen. For findings: looks at each function that the call may run once.
WaySteps way_to_forward(const SemanticModel& model, NodeId call);

}  // namespace mlfix
