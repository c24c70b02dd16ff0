// Who resets the gradients of a training step.
//
// Made for rules that report what is missing, so the answers err to "somebody":
// an unseen helper that is given the optimizer may well reset it.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"
#include "torch/training/training_step.h"

namespace mlfix {

class SemanticModel;

// Places that reset gradients, in any spelling: x.zero_grad(), reset_grads(),
// p.grad = None, p.grad.zero_(). Mentions count, because a name may be called
// by somebody else. In source order, of the whole file. Kept: one pass the first time.
const std::vector<NodeId>& gradient_resets(const SemanticModel& model);

// The x of x.zero_grad(), where that is the place of a reset; or kNoNode.
NodeId optimizer_reset_by(const SemanticModel& model, NodeId reset);

struct GradientReset {
  NodeId in_each_step = kNoNode;  // resets, or may reset, the gradients in each step
  NodeId once = kNoNode;          // resets them once for many steps; looked for up to the other
};

// The places in or around the region of `step` that may reset its gradients. In a file with more
// than two hundred the first is taken to reset everybody's.
GradientReset reset_of(const SemanticModel& model, const TrainingStep& step);

struct ForgottenReset {
  NodeId optimizer = kNoNode;  // as written in its step; kNoNode: none is forgotten
  NodeId beside = kNoNode;     // the reset of another one, in the region
};

// The optimizer that a step of several leaves out where it resets the others: `a.zero_grad()`, then
// a.step() and b.step(), in a file where every reset is of an optimizer and none of `b`. O(resets).
ForgottenReset forgotten_reset(const SemanticModel& model, const TrainingStep& step);

}  // namespace mlfix
