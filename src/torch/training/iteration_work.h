// What an iteration does besides, beside which small costs vanish. For what is worth saying.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// Does an iteration of the loop run a network, train one, or take a step of a simulated
// environment, here or in a function of the file?
bool does_heavy_work(const SemanticModel& model, NodeId loop);

// The call in the region by which a simulated environment takes a step or is started anew, or
// kNoNode. By the name that the environment has.
NodeId simulation_step(const SemanticModel& model, NodeId region);

}  // namespace mlfix
