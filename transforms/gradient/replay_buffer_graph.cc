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
//               goes where we lose it; when gradients are, or may be, off.
// Safe when     the value is certainly a tensor and every reader of the memory is
//               seen.

#include <algorithm>

#include "engine/transform.h"
#include "torch/graph/attachment.h"
#include "torch/module/module_state.h"
#include "torch/training/unit_test.h"
#include "transforms/fixes/detaching.h"
#include "transforms/gradient/storing/policy_output.h"
#include "transforms/gradient/storing/replay_memory.h"

namespace mlfix {
namespace {

DetachVerdict judge(const Context& c, NodeId value) {
  const auto forbidden = [](std::string_view fact) {
    DetachVerdict verdict;
    verdict.fact = fact;
    return verdict;
  };
  if (c.model.grad_mode(value).mode != GradMode::Enabled) {
    return forbidden("gradients are, or may be, off here");
  }
  if (in_evaluation(c.model, value)) {
    return forbidden("it is evaluation: gradients are to be switched off instead");
  }
  const Fate fate = c.model.fate(value);
  if (fate.backward) return forbidden("it is differentiated later");
  if (fate.in_forward_output) return forbidden("it is part of what forward() returns");
  if (fate.lost) return forbidden("it goes where we cannot follow it");
  DetachVerdict verdict;
  verdict.level = Detaching::Safe;
  if (fate.escapes()) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = "those who read the memory do not differentiate what is in it";
  } else if (fate.unknown) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = "the code it is given to does not differentiate it";
  } else if (attachment_of(c.model, value) != Attachment::Proven) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = "it is a tensor";
  }
  return verdict;
}

void check(const Context& c, NodeId n, Findings& out) {
  const std::vector<NodeId> kept = kept_in_replay_memory(c.model, n);
  if (kept.empty()) return;
  if (in_module_method(c.model, n, "forward")) {
    c.abstain(n, "the memory is a part of forward()");
    return;
  }
  if (in_unit_test(c.model, n)) {
    c.abstain(n, "it is part of a unit test");
    return;
  }
  if (std::ranges::none_of(kept,
                           [&](NodeId value) { return carries_policy_graph(c.model, value); })) {
    c.abstain(n, "nothing shows that what is kept carries a graph");
    return;
  }
  std::vector<NodeId> tensors, pairs;
  DetachVerdict worst;
  worst.level = Detaching::Safe;
  for (const NodeId value : kept) {
    if (!carries_policy_graph(c.model, value)) continue;
    const DetachVerdict verdict = judge(c, value);
    if (verdict.level == Detaching::Forbidden) {
      c.abstain(n, verdict.fact);
      continue;
    }
    if (verdict.level < worst.level) worst = verdict;
    const CallOutput output = call_output_of(c.model, value);
    const bool pair = output.position == 1 && runs_lstm(c.model, output.call);
    (pair ? pairs : tensors).push_back(value);
  }
  if (tensors.empty() && pairs.empty()) return;
  report_detaching(c, n, tensors, worst,
                   "the memory keeps the graph that each of its entries was computed with; store "
                   "a detached value",
                   out, pairs);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(replay_buffer_graph, check,
                       {.kinds = {Kind::Call, Kind::Assignment}, .triggers = {"torch"}});

}  // namespace mlfix
