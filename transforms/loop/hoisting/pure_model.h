// Models that compute the same for the same input, every time.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

enum class Repeatability {
  // Certainly draws no random numbers, keeps no statistics and changes neither
  // input nor weights when it runs: to run it once less changes nothing else.
  Pure,
  Unknown,
  // Visibly does one of these, or runs hooks that may.
  Stateful,
};

// Of the model that `expr` is: nn.Linear(…).to(device), a name bound to
// nn.Sequential(nn.Linear(…), nn.Dropout()).eval().
Repeatability repeatability(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
