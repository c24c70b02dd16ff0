// The backward pass that needs a value: which call it is, and whether the graph is
// freed by it.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;
using DefId = std::uint32_t;  // binding/ids.h

// A backward pass on a value, or on a graph that the value shares, that runs in
// the same iteration (or the same run of the function).
struct BackwardPass {
  NodeId call = kNoNode;  // kNoNode: there is none
  // The value itself is differentiated, not only something that shares its graph.
  bool of_value = false;
  // Moreover it runs whenever the value is reached, and frees the graph: nobody
  // can differentiate the value later.
  bool uses_up = false;
};
// Does the call run a backward pass, as far as its name and the functions of the
// file tell?
bool runs_backward(const SemanticModel& model, NodeId call);

// Is what the definition binds, or something made of it, differentiated by its name in the same
// scope, or returned by a training step to a framework that differentiates it?
bool is_made_for_backward(const SemanticModel& model, DefId def);
// The first such pass in the scope, or kNoNode.
NodeId pass_made_for(const SemanticModel& model, DefId def);
// The first such return, or kNoNode.
NodeId return_made_for(const SemanticModel& model, DefId def);
// Is there such a pass, or return, in the scope at all? Constant but for the first question.
bool differentiates_around(const SemanticModel& model, NodeId n);

BackwardPass backward_pass_of(const SemanticModel& model, NodeId value);

// The call that the value, or all that it is taken out of, comes from, where that runs a function
// of the run, no module, that runs a backward pass itself: `stats = agent.learn(batch)`. kNoNode
// where it may come from anything else. For findings: an answer costs a walk back from the value.
NodeId step_that_gives(const SemanticModel& model, NodeId value);

// Is the very place that `value` names differentiated: out["loss"] where
// out["loss"].backward() or accelerator.backward(out["loss"]) is called?
bool is_differentiated_by_name(const SemanticModel& model, NodeId value);

// Is something that the object `value` holds differentiated by name: `out` where
// out["loss"].backward() or out.loss.backward() is called?
bool holds_what_is_differentiated(const SemanticModel& model, NodeId value);

}  // namespace mlfix
