// Cuts a recurrent state off from the iterations before.
//
//     for x, y in loader:                    ->   for x, y in loader:
//         out, h = rnn(x, h)                          h = h.detach()
//         criterion(out, y).backward(…)               out, h = rnn(x, h)
//                                                     criterion(out, y).backward(…)
//
// A tuple of states, and a state on `self`, likewise; where nothing says what the state
// is, the program asks. Where the file has a function that detaches states of any nesting,
// it is called; so is one of others whose name says so, where the file hands a state of that name
// through it. A state that only one branch of the loop uses is detached in that branch.
//
// Fires when    a module is given, in every iteration, the state it gave in the
//               one before, and a backward pass runs in each iteration.
// Stays silent  when the state is detached, re-packed or made anew, when the loop
//               over the sequence has no backward pass of its own, in evaluation.
//               With `minor` off also in a file that a tool writes, or that no Python of today
//               runs, and in a function that nothing in the run calls or mentions.
// Safe when     never: truncated back-propagation is another algorithm. The fix is left
//               out where the first state is learned.

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/control/branches.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/semantic_model.h"
#include "torch/graph/detaching_helper.h"
#include "torch/training/recurrent_layer.h"
#include "torch/training/recurrent_state.h"
#include "torch/training/training_step.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::hidden_state_not_detached {
namespace {

// The fix, and what it takes for granted.
struct Detaching {
  Intents intents;
  bool guesses_kind = false;  // that the state is a tensor or a sequence of tensors
  std::string helper;         // the function of others that is taken to detach, or ""
};

// The line, for a state of that name which may be None at first.
std::string where_there_is_one(const CarriedState& carried, std::string_view name,
                               const std::string& line) {
  return carried.starts_as_none ? fmt::format("if {} is not None:\n    {}", name, line) : line;
}

// The lines that detach one state; nothing when it may be anything.
std::optional<std::string> detaching_lines(const Context& c, const CarriedState& carried,
                                           NodeId call, Detaching& detaching) {
  const std::string_view name = c.tree.text(carried.argument);
  if (const NodeId helper = detaching_helper(c.model, call); helper != kNoNode) {
    const std::string line =
        fmt::format("{0} = {1}({0})", name, c.tree.text(c.tree.child(helper, Field::Name)));
    return where_there_is_one(carried, name, line);
  }
  const StateKind kind = kind_of_state(c.model, call, carried.argument);
  const std::string tensor = fmt::format("{0} = {0}.detach()", name);
  const std::string tuple = fmt::format("{0} = tuple(state.detach() for state in {0})", name);
  if (kind == StateKind::Tensor || kind == StateKind::Tuple) {
    const std::string& line = kind == StateKind::Tensor ? tensor : tuple;
    return where_there_is_one(carried, name, line);
  }
  if (const NodeId handed = handed_through(c.model, name); handed != kNoNode) {
    if (!may_run_module(c.model, handed)) {
      detaching.helper = detaching_helper_of_others(c.model, handed, call);
    }
    if (detaching.helper.empty()) return std::nullopt;
    const std::string line = fmt::format("{0} = {1}({0})", name, detaching.helper);
    return where_there_is_one(carried, name, line);
  }
  const auto is_tensor = c.edit.spell(call, "torch.is_tensor");
  if (kind == StateKind::Unknown || !is_tensor || !is_tensor->imports.empty()) return std::nullopt;
  detaching.guesses_kind = true;
  const std::string rest =
      carried.starts_as_none ? fmt::format("elif {} is not None", name) : std::string("else");
  return fmt::format("if {}({}):\n    {}\n{}:\n    {}", is_tensor->text, name, tensor, rest, tuple);
}

// Detaches the states at the start of the loop that carries them, or before the call or the
// inner loop that makes it, where that does not run in every iteration: a state that one branch
// uses may be bound for that branch alone.
std::optional<Detaching> detach(const Context& c, const std::vector<CarriedState>& states,
                                NodeId call) {
  Detaching detaching;
  std::string code;
  for (const CarriedState& carried : states) {
    if (carried.starts_attached) return std::nullopt;  // which would no longer be trained
    const auto lines = detaching_lines(c, carried, call, detaching);
    if (!lines) return std::nullopt;
    code += (code.empty() ? "" : "\n") + *lines;
  }
  const NodeId loop = states.front().loop;
  const NodeId place =
      loop == kNoNode ? c.model.statement_of(call) : branched_part_of(c.tree, loop, call);
  auto intents = place != kNoNode
                     ? c.edit.insert_before(place, code)
                     : c.edit.insert_at_body_start(c.tree.child(loop, Field::Body), code);
  if (!intents) return std::nullopt;
  detaching.intents = std::move(*intents);
  return detaching;
}

void check(const Context& c, NodeId assignment, Findings& out) {
  const NodeId right = c.tree.child(assignment, Field::Right);
  const NodeId call = right == kNoNode ? kNoNode : c.model.strip_parentheses(right);
  if (!c.tree.is(call, Kind::Call)) return;
  if (!may_run_module(c.model, call) || c.model.has_gradients_off(call)) return;
  const std::vector<CarriedState> states = carried_states(c.model, assignment, call);
  if (states.empty()) return;
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
  if (is_too_minor(c, call, "")) return;
  auto detaching = detach(c, states, call);
  Diagnostic finding =
      c.diagnose(out, call,
                 "the state carries the graphs of all iterations along, so that backward() goes "
                 "through all of them")
          .grows(Growth::Linear)
          .because(states.front().backward, "the backward pass of every iteration")
          .by_way(way_from_loop(c.model, call, "takes the state that the call before has left"));
  if (!detaching) {
    finding.unfixed("no place is seen where the iteration begins with the state");
    return;
  }
  Verdict verdict = Verdict::assuming(AssumptionKind::OtherTrainingMeant,
                                      "gradients need not reach back in time");
  if (detaching->guesses_kind) {
    verdict.lower_to({AssumptionKind::ExpectedValue, "the state is a tensor or several"});
  }
  if (!detaching->helper.empty()) {
    verdict.lower_to({AssumptionKind::ExpectedValue,
                      fmt::format("`{}()` detaches the state", detaching->helper)});
  }
  finding.fix("Detach the state", std::move(detaching->intents), verdict);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(hidden_state_not_detached, check,
                       {.kinds = {Kind::Assignment},
                        .triggers = {"torch", "backward"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::hidden_state_not_detached
