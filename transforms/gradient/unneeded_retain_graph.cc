// Lets a backward pass free its graph.
//
//     loss.backward(retain_graph=True)    ->    loss.backward()
//
// Fires when    the argument is the literal True, and the graph is made again for
//               every backward pass.
// Stays silent  when another backward pass or autograd.grad shares a part of the
//               graph and comes later, when a part comes from outside, is carried
//               over iterations, kept or returned, where a constructor of the file sets a
//               module up with what is computed from its weights, and where a framework
//               trains.
//               With `minor` off also where the loss dies with a function that has
//               no loop around the pass.
// Safe when     never: a module of another file may keep a part of the graph.

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/way_telling.h"
#include "semantic/semantic_model.h"
#include "torch/graph/graph_birth.h"
#include "torch/graph/graph_reach.h"
#include "torch/training/training_step.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::unneeded_retain_graph {
namespace {

// May what is differentiated live longer than the function, or until the pass after the next
// forward pass: is it given back, kept or not followed, or made in a loop? Otherwise the graph is
// gone a moment later anyway.
bool outlives_pass(const SemanticModel& model, NodeId backward) {
  const NodeId function = model.function_of(backward);
  const NodeId loss = differentiated_by(model, backward);
  if (function == kNoNode || loss == kNoNode || model.loop_of(backward) != kNoNode) return true;
  const DefId def =
      model.tree().is(loss, Kind::Identifier) ? model.bindings().reaching(loss) : DefId{kNone};
  if (def != kNone) {
    for (const UseId use : model.bindings().definition(def).uses) {
      if (model.consumer_of(model.bindings().use(use).node).role == Role::Returned) return true;
    }
  }
  const Reach fate = model.fate(loss);
  return fate.has(Sink::Returned) || fate.has(Sink::OnAttribute) || fate.has(Sink::Captured) ||
         fate.has(Sink::Yielded) || fate.has(Sink::Lost);
}

// From where the graph is made to the backward pass that keeps it, where a function of its own
// makes it.
WaySteps way_of_retained(const Context& c, NodeId backward) {
  const NodeId loss = differentiated_by(c.model, backward);
  if (loss == kNoNode) return {};
  WaySteps steps = way_of_graph(c.model, loss);
  if (!leaves_function(c.tree, steps, backward)) return {};
  tell_step(c.tree, backward, "differentiated, and kept", steps);
  return steps;
}

void check(const Context& c, NodeId call, Findings& out) {
  if (!is_tensor_backward(c.model, call)) return;
  const bool function = c.model.is_call_to(call, "torch.autograd.backward");
  const NodeId retain = c.model.argument(call, function ? 2 : 1, "retain_graph");
  if (!c.tree.is(retain, Kind::True)) return;
  const NodeId create = c.model.argument(call, function ? 3 : 2, "create_graph");
  if (create != kNoNode && !c.tree.is(create, Kind::False)) {
    c.abstain(create, "the graph is created to be differentiated again");
    return;
  }
  if (const NodeId owner = owner_of_training(c.model, call); owner != kNoNode) {
    c.abstain(owner, "a framework or an engine runs the training step");
    return;
  }
  if (const GraphNeed need = later_need_of_graph(c.model, call); need.at != kNoNode) {
    c.abstain(need.at, need.fact);
    return;
  }
  if (is_too_minor(c, call, outlives_pass(c.model, call) ? "" : "the graph dies with the call"))
    return;
  c.diagnose(out, call,
             "the graph is made anew for every backward pass, and retained for nobody: it lives "
             "as long as a value that hangs on it")
      .grows(Growth::Peak)
      .because(retain, "this keeps the graph")
      .by_way(way_of_retained(c, call))
      .fix("Let backward() free the graph", c.edit.remove_argument(call, retain),
           Verdict::assuming(AssumptionKind::CallerNeedsNoGraph,
                             "no part of it is made once and used again, and no code outside "
                             "this file differentiates it again"));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(unneeded_retain_graph, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", "retain_graph", "backward"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::unneeded_retain_graph
