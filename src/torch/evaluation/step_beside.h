// Forward passes that are part of a training step, beside what the step itself makes.
#pragma once

#include "semantic/project/outside_call.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Is the graph of the region, one pass, gone before the training step that it is part of has its
// own in full, which is as large: the target of a loss that is detached in the same expression, or
// a function without any other graph that training steps call? For what is worth saying.
bool is_gone_before_step(const SemanticModel& model, NodeId scope, const EvalRegion& region);

// Does the function run the same module behind the region once more, for who calls it, when the
// graph of the region is gone: is its peak that of the later pass? For what is worth saying.
bool runs_again_with_graph(const SemanticModel& model, NodeId scope, const EvalRegion& region);

// Does the loop around the call in another file, or else its function, differentiate?
bool is_in_training(const SemanticModel& model, const OutsideCall& call);

// Does the function give a loss, by its name, that a caller in the file differentiates? That its
// graph is cut is a mistake of the program more likely than a waste.
bool gives_loss_to_training(const SemanticModel& model, NodeId scope);

}  // namespace mlfix
