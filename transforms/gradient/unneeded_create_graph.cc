// Keeps gradients from getting a graph of their own.
//
//     loss.backward(create_graph=True)    ->    loss.backward()
//     optimizer.step()                          optimizer.step()
//
// Fires when    the argument is the literal True, and all that is done with the
//               gradients is a step of a first-order optimizer; or the gradients that
//               autograd.grad() gives lose their graph before anybody differentiates them. Who
//               needs the graph that they were computed in has it by retain_graph=True, or not at
//               all.
// Stays silent  when anything differentiates again: a second backward pass that
//               shares the graph, autograd.grad, an expression of gradients, here or
//               in a function of any file that is called, an optimizer that is
//               second-order or not known; where a framework trains.
//               With `minor` off also in a file that a tool writes, or that no Python of today
//               runs, and in a function that nothing in the run calls or mentions.
// Safe when     never: code outside the file may differentiate the gradients.

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/knowledge/hints.h"
#include "semantic/semantic_model.h"
#include "torch/graph/gradient_reads.h"
#include "torch/graph/graph_reach.h"
#include "torch/training/training_step.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::unneeded_create_graph {
namespace {

NodeId find_second_order_word(const Context& c) {
  for (NodeId n = 0; n < c.tree.size(); ++n) {
    const bool named = c.tree.is(n, Kind::Identifier);
    if (named && c.model.suggests(Hint::SecondOrder, c.tree.text(n))) return n;
  }
  return kNoNode;
}

// What was looked for before: in the file, and in scopes, by their bodies.
struct Sought {
  std::optional<NodeId> second_order_word;
  std::unordered_map<NodeId, std::vector<NodeId>> steps;
};

NodeId second_order_word(const Context& c) {
  std::optional<NodeId>& known = c.model.notes<Sought>().second_order_word;
  if (!known) known = find_second_order_word(c);
  return *known;
}

// The steps of a scope in source order.
const std::vector<NodeId>& steps_in(const Context& c, NodeId body) {
  const auto [known, is_new] = c.model.notes<Sought>().steps.try_emplace(body);
  if (!is_new) return known->second;
  for_each_node(c.tree, body, c.tree.subtree_end(body), [&](NodeId n) {
    if (is_step(c.model, n)) known->second.push_back(n);
  });
  return known->second;
}

// Is the optimizer, as far as the file shows, one that wants no graph?
bool is_first_order(const Context& c, NodeId optimizer) {
  if (is_made_by_unseen_class(c.model, optimizer)) return false;
  const auto made = constructors_of(c.model, optimizer);
  return std::none_of(made.begin(), made.end(),
                      [&](NodeId call) { return c.model.effects(call).has(Effect::AutogradGrad); });
}

// A step in the function (or the script) of the call, or in a loop that calls it.
NodeId stepped_after(const Context& c, NodeId call) {
  const TrainingStep step = training_step_of(c.model, call);
  if (step.step != kNoNode) return step.step;
  const std::vector<NodeId>& steps = steps_in(c, scope_body(c.model, call));
  const auto after = std::ranges::upper_bound(steps, call);
  return after == steps.end() ? NodeId{kNoNode} : *after;
}

// Does the call say that it keeps the graph that it goes through, whatever becomes of create_graph?
bool keeps_graph_anyway(const Context& c, NodeId call, int position) {
  return c.tree.is(c.model.argument(call, position, "retain_graph"), Kind::True);
}

// Why the gradients that the call gives need a graph, or "".
std::string_view need_of_given(const Context& c, NodeId call) {
  const Reach fate = c.model.fate(call);
  if (fate.has(GraphSinks::kDifferentiated)) return "the gradients are differentiated";
  if (fate.has_any(GraphSinks::kEscapes)) return "who gets the gradients may differentiate them";
  return keeps_graph_anyway(c, call, 3) ? "" : later_need_of_graph(c.model, call).fact;
}

// Gradients that a call gives, whose graph dies with them: autograd.grad().
void check_given(const Context& c, NodeId call, Findings& out) {
  const NodeId create = c.model.argument(call, 4, "create_graph");
  if (!c.tree.is(create, Kind::True)) return;
  if (const auto fact = need_of_given(c, call); !fact.empty()) {
    c.abstain(call, fact);
    return;
  }
  if (is_too_minor(c, call, "")) return;
  c.diagnose(out, call, "the gradients get a graph that nobody differentiates")
      .grows(Growth::Peak)
      .because(create, "this keeps all that the gradients were computed from, and what that was")
      .by_way(way_from_loop(c.model, call, "gives the gradients a graph"))
      .fix("Compute plain gradients", c.edit.remove_argument(call, create),
           Verdict::assuming(AssumptionKind::CallerNeedsNoGraph,
                             "nobody differentiates the same graph again, or asks whether the "
                             "gradients have one"));
}

void check(const Context& c, NodeId call, Findings& out) {
  if (c.model.is_call_to(call, "torch.autograd.grad")) return check_given(c, call, out);
  if (!is_tensor_backward(c.model, call)) return;
  const bool function = c.model.is_call_to(call, "torch.autograd.backward");
  const NodeId create = c.model.argument(call, function ? 3 : 2, "create_graph");
  if (!c.tree.is(create, Kind::True)) return;
  const NodeId region = scope_body(c.model, call);
  const auto leave = [&](NodeId at, std::string_view fact) {
    return at != kNoNode && !c.abstain(at, fact);
  };
  const NodeId step = stepped_after(c, call);
  if (step == kNoNode) {
    c.abstain(call, "no step of an optimizer is seen: the gradients are wanted for something else");
    return;
  }
  if (leave(owner_of_training(c.model, call), "a framework or an engine trains") ||
      leave(second_order_word(c), "the code speaks of second-order methods") ||
      leave(other_differentiation(c.model, region), "this differentiates, maybe the gradients") ||
      leave(gradient_expressed_in(c.model, region),
            "an expression of the gradients may be differentiated") ||
      leave(gradient_reader_in(c.model, region),
            "a function that reads gradients may differentiate them")) {
    return;
  }
  if (!is_first_order(c, stepped_optimizer(c.model, step))) {
    c.abstain(step, "the optimizer is, or may be, a second-order one");
    return;
  }
  if (!keeps_graph_anyway(c, call, function ? 2 : 1)) {
    if (const GraphNeed need = later_need_of_graph(c.model, call); leave(need.at, need.fact))
      return;
  }
  if (is_too_minor(c, call, "")) return;
  c.diagnose(out, call,
             "the gradients get a graph that nobody differentiates: parameters and gradients then "
             "keep each other alive")
      .grows(Growth::Linear)
      .because(step, "the gradients only serve this step")
      .by_way(way_from_loop(c.model, call, "gives the gradients a graph"))
      .fix("Compute plain gradients", c.edit.remove_argument(call, create),
           Verdict::assuming(AssumptionKind::CallerNeedsNoGraph,
                             "no code outside this file differentiates them, or the same graph "
                             "again, or asks whether they have one"));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(unneeded_create_graph, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", "create_graph"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::unneeded_create_graph
