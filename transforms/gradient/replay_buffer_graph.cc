// Keeps replay memories from keeping the graphs of the actions that fill them.
//
//     memory.push(state, q_values, reward)  ->  memory.push(state, q_values.detach(), reward)
//
// The same for append, add, insert, store, agent.remember(…), records made on the
// spot (Transition(state, q)), entries (memory[i] = …), and recurrent state, a pair
// of tensors for an LSTM.
//
// Fires when    something that is called a replay memory, a rollout or a store of
//               transitions gets a value that carries a graph.
// Stays silent  when what is stored is differentiated later (A2C, REINFORCE), or it
//               goes where we lose it; when gradients are, or may be, off; when the memory is of
//               the file and detaches it itself.
// Safe when     the value is certainly a tensor, every reader of the memory is seen, and
//               nobody tells the very tensor from one without its graph.

#include <algorithm>

#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"
#include "torch/graph/policy_output.h"
#include "torch/module/module_class.h"
#include "torch/tensor/tensor_proof.h"
#include "transforms/fixes/detaching.h"
#include "transforms/fixes/gates.h"
#include "transforms/gradient/storing/replay_memory.h"

namespace mlfix::replay_buffer_graph {
namespace {

Detachability judge(const Context& c, NodeId value) {
  if (c.model.grad_mode(value).mode != GradMode::Enabled) {
    return forbidden("gradients are, or may be, off here");
  }
  if (in_evaluation(c.model, value)) {
    return forbidden("it is evaluation: gradients are to be switched off instead");
  }
  const Reach fate = c.model.fate(value);
  if (fate.has(GraphSinks::kDifferentiated)) return forbidden("it is differentiated later");
  if (fate.has(GraphSinks::kForwardOutput))
    return forbidden("it is part of what forward() returns");
  if (fate.has(Sink::Lost)) return forbidden("it goes where we cannot follow it");
  constexpr std::string_view kReaders =
      "those who read the memory do not differentiate what is in it";
  return DetachJudgement{
      Verdict::of(SafeChange::kDetach, unused_by_readers(c.model, value, kReaders),
                  unused_by_callees(c.model, value), attached_tensor(c.model, value)),
      {}};
}

// Does the method of this file that the call runs take the argument without its graph, wherever it
// reads it: self.values.append(value.detach())?
bool is_detached_inside(const SemanticModel& model, NodeId call, NodeId argument) {
  const NodeId method = model.tree().is(call, Kind::Call) ? model.callee(call) : NodeId{kNoNode};
  const NodeId parameter =
      method == kNoNode ? method : model.calls().parameter_for(call, method, argument);
  const DefId def = parameter == kNoNode ? DefId{kNone} : model.bindings().definition_at(parameter);
  if (def == kNone || model.bindings().definition(def).uses.empty()) return false;
  return std::ranges::all_of(model.bindings().definition(def).uses, [&](UseId use) {
    const Consumer reader = model.consumer_of(model.bindings().use(use).node);
    return reader.role == Role::MethodReceiver && model.means(Meaning::EndsGraph, reader.name);
  });
}

// `memory.push` of the call, `memory[i]` of the assignment.
NodeId keeper_of(const Context& c, NodeId n) {
  return c.tree.child(n, c.tree.is(n, Kind::Call) ? Field::Function : Field::Left);
}

void check(const Context& c, NodeId n, Findings& out) {
  const std::vector<NodeId> kept = kept_in_replay_memory(c.model, n);
  if (kept.empty()) return;
  if (in_module_method(c.model, n, "forward")) {
    c.abstain(n, "the memory is a part of forward()");
    return;
  }
  if (std::ranges::none_of(kept,
                           [&](NodeId value) { return carries_policy_graph(c.model, value); })) {
    c.abstain(n, "nothing shows that what is kept carries a graph");
    return;
  }
  std::vector<NodeId> tensors, pairs;
  std::optional<DetachJudgement> all;
  for (const NodeId value : kept) {
    if (!carries_policy_graph(c.model, value) || is_detached_inside(c.model, n, value)) continue;
    Detachability judged = judge(c, value);
    if (!judged) {
      c.abstain(n, judged.error());
      continue;
    }
    if (all) {
      all->verdict.also(judged->verdict);
    } else {
      all = std::move(*judged);
    }
    const CallOutput output = call_output_of(c.model, value);
    const bool pair = output.position == 1 && runs_lstm(c.model, output.call);
    (pair ? pairs : tensors).push_back(value);
  }
  if (!all) return;
  report_detaching(c, n, tensors, *all,
                   "the memory keeps the graph that each of its entries was computed with; store "
                   "a detached value",
                   kept_at(c, n, "kept by", keeper_of(c, n)), out, pairs);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(replay_buffer_graph, check,
                       {.kinds = {Kind::Call, Kind::Assignment},
                        .triggers = {"torch"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::replay_buffer_graph
