// What an iteration does besides, beside which small costs vanish. For what is worth saying.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The call in the region by which a simulated environment takes a step or is started again, or
// kNoNode. By the name that the environment has.
NodeId simulation_step(const SemanticModel& model, NodeId region);

}  // namespace mlfix
