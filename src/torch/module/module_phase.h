// When code of a module runs: in training, or in evaluation?
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// By the tests of `self.training` and of parameters called `training` that surround it. Any where
// they don't tell. Linear in the depth of the place, and once in each block around it.
enum class Phase : std::uint8_t { Any, Training, Evaluation };
Phase phase_of(const SemanticModel& model, NodeId n);

// Does one of the two run in training only, and the other in evaluation?
bool run_in_different_phases(const SemanticModel& model, NodeId a, NodeId b);

}  // namespace mlfix
