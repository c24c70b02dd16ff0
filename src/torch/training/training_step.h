// One training step: the backward pass, and the loop or function that steps an
// optimizer after it.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is `call` the backward() of a tensor: loss.backward(),
// scaler.scale(loss).backward(), torch.autograd.backward(loss)? Not that of an
// engine, or of a class of this file.
bool is_tensor_backward(const SemanticModel& model, NodeId call);
// Does an engine differentiate what the call is given, and leave the step to its caller:
// accelerator.backward(loss), self.manual_backward(loss)?
bool is_backward_of_engine(const SemanticModel& model, NodeId call);
bool differentiates_in_step(const SemanticModel& model, NodeId call);  // one or the other
// What it, or autograd.grad(), differentiates.
NodeId differentiated_by(const SemanticModel& model, NodeId backward);

// The optimizer, as it is written, that `call` steps: optimizer.step(),
// scaler.step(optimizer); kNoNode when it steps none.
NodeId stepped_optimizer(const SemanticModel& model, NodeId call);
bool is_step(const SemanticModel& model, NodeId n);
// The step call that is given the function, as optimizer.step(closure) or
// optimizer.step(lambda: closure(x)), or kNoNode.
NodeId step_with_closure(const SemanticModel& model, NodeId function);
// The calls that make the object `expr` is: of `optimizer` or self.optimizer.
std::vector<NodeId> constructors_of(const SemanticModel& model, NodeId expr);

// Did an accelerator hand on an optimizer that a caller brings, and that may be one of DeepSpeed,
// whose steps reset: model, optimizer = accelerator.prepare(model, optimizer)?
bool is_handed_on_by_accelerator(const SemanticModel& model, NodeId optimizer);

// Is the optimizer, or may it be, of a class of another file, whose step() can do
// anything?
bool is_made_by_unseen_class(const SemanticModel& model, NodeId optimizer);
// Is the optimizer there before the region (a loop, a function) begins?
bool exists_before(const SemanticModel& model, NodeId optimizer, NodeId region);

// What shows that a framework (the class) or an engine (a call) runs the
// training step around `n`; kNoNode when the code is on its own, also where `n` is a backward
// pass by which a framework leaves the step to the code.
NodeId owner_of_training(const SemanticModel& model, NodeId n);

struct TrainingStep {
  NodeId region = kNoNode;         // the loop that steps, or the function that is one step
  std::vector<NodeId> optimizers;  // as written in the step calls
  NodeId step = kNoNode;           // the first of the calls
  bool is_only_one = true;         // the region makes no other step
  bool is_closure = false;         // the region is given to optimizer.step(closure)
  NodeId backward = kNoNode;       // the call in the region that runs the backward pass
  std::string_view fact;           // why there is none, when region is kNoNode
};
// The step that uses the gradients of `backward`, which must be the first
// backward pass since the step before.
TrainingStep training_step_of(const SemanticModel& model, NodeId backward);

// The optimizers, as written, whose steps are certain to follow `backward` in the body of `region`,
// a loop or a function, before the next backward pass behind a step.
std::vector<NodeId> optimizers_stepped_after(const SemanticModel& model, NodeId region,
                                             NodeId backward);

// The class of `function` when it is a step that the framework of that class trains with, or a
// method that it may run without gradients: directly, or through methods of the class. kNoNode when
// no framework owns the class, or only code outside of such classes calls the method.
NodeId framework_around(const SemanticModel& model, NodeId function);

}  // namespace mlfix
