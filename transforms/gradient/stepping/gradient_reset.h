// Who resets the gradients of a training step.
//
// Made for rules that report what is missing, so the answers err to "somebody":
// an unseen helper that is given the optimizer may well reset it.
#pragma once

#include <vector>

#include "semantic/semantic_model.h"
#include "torch/training/training_step.h"

namespace mlfix {

// Places that reset gradients, in any spelling: x.zero_grad(), reset_grads(),
// p.grad = None, p.grad.zero_(). Mentions count, because a name may be called
// by somebody else. In source order, of the whole file. Kept: one pass the first time.
const std::vector<NodeId>& gradient_resets(const SemanticModel& model);

// The place in or around the region of `step` that may reset its gradients in
// each step, or kNoNode. `once` is set to a reset that runs once for many steps.
NodeId reset_of(const SemanticModel& model, const TrainingStep& step, NodeId* once);

// The statement of `once`, when it may be moved into the region: an
// `optimizer.zero_grad()` of an outer loop that serves this region only; kNoNode when
// it has to stay.
NodeId movable_reset(const SemanticModel& model, NodeId once, const TrainingStep& step);

}  // namespace mlfix
