// Cuts a recurrent state off from the iterations before.
//
//     for x, y in loader:                    ->   for x, y in loader:
//         out, h = rnn(x, h)                          h = h.detach()
//         criterion(out, y).backward(…)               out, h = rnn(x, h)
//                                                     criterion(out, y).backward(…)
//
// A tuple of states, and a state on `self`, likewise.
//
// Fires when    a module is given, in every iteration, the state it gave in the
//               one before, and a backward pass runs in each iteration.
// Stays silent  when the state is detached, re-packed or made anew, when the loop
//               over the sequence has no backward pass of its own, in evaluation.
// Safe when     never: truncated back-propagation is another algorithm.

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/transform.h"
#include "transforms/common/recurrent_layer.h"
#include "transforms/common/recurrent_state.h"
#include "transforms/common/training_step.h"
#include "transforms/common/unit_test.h"

namespace mlfix {
namespace {

// Detaches the states at the start of the loop that carries them, or in front of the
// call.
std::optional<Intents> detach(const Context& c, const std::vector<CarriedState>& states,
                              NodeId call) {
  std::string code;
  for (const CarriedState& carried : states) {
    const std::string_view name = c.tree.text(carried.argument);
    const StateKind kind = kind_of_state(c.model, call, carried.argument);
    if (kind == StateKind::Unknown) return std::nullopt;
    const std::string line =
        kind == StateKind::Tensor
            ? fmt::format("{0} = {0}.detach()", name)
            : fmt::format("{0} = tuple(state.detach() for state in {0})", name);
    if (!code.empty()) code += '\n';
    code += carried.starts_as_none ? fmt::format("if {} is not None:\n    {}", name, line) : line;
  }
  const NodeId loop = states.front().loop;
  return loop == kNoNode ? c.edit.insert_before(c.model.statement_of(call), code)
                         : c.edit.insert_at_body_start(c.tree.child(loop, Field::Body), code);
}

void check(const Context& c, NodeId assignment, Findings& out) {
  const NodeId right = c.tree.child(assignment, Field::Right);
  const NodeId call = right == kNoNode ? kNoNode : c.model.strip_parentheses(right);
  if (!c.tree.is(call, Kind::Call) || !c.model.imports("torch")) return;
  if (!runs_module(c.model, call) || c.model.grad_mode(call).mode == GradMode::Disabled) return;
  const std::vector<CarriedState> states = carried_states(c.model, assignment, call);
  if (states.empty()) return;
  if (in_unit_test(c.model, call)) return;
  if (const NodeId owner = owner_of_training(c.model, call); owner != kNoNode) {
    c.abstain(owner, "a framework or an engine runs the training step");
    return;
  }
  for (const CarriedState& carried : states) {
    const NodeId region = carried.loop == kNoNode ? c.tree.root() : carried.loop;
    const NodeId detached = detached_in(c.model, region, carried.argument, call);
    if (detached != kNoNode) {
      c.abstain(detached, "the state is, or may be, detached here");
      return;
    }
  }
  auto intents = detach(c, states, call);
  std::string message =
      "the state carries the graphs of all iterations along, so that backward() "
      "goes through all of them";
  if (intents) message += "; the fix assumes that gradients need not reach back in time";
  Finding& finding = out.report(call, std::move(message));
  finding.growth = Growth::Linear;
  finding.why.push_back(
      reason(c.tree, states.front().backward, "the backward pass of every iteration"));
  if (intents) {
    finding.fix = Fix{Applicability::Unsafe, "Detach the state", std::move(*intents), {}};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(hidden_state_not_detached, check,
                       {.kinds = {Kind::Assignment}, .triggers = {"torch", "backward"}});

}  // namespace mlfix
