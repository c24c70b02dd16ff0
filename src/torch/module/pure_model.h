// Models that compute the same for the same input, every time.
#pragma once

#include "semantic/verdict/proof.h"

namespace mlfix {

class SemanticModel;

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

// Is it Pure? `model_expr` may be kNoNode, of which nothing is known; `traced` is where it runs.
Answer<Claim::RunsTheSame> runs_the_same(const SemanticModel& model, NodeId model_expr,
                                         NodeId traced);

}  // namespace mlfix
