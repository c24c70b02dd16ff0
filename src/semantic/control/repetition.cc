

#include "semantic/control/repetition.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "semantic/control/iteration_estimate.h"
#include "semantic/effects/effects.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/part.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMaxCallers = 4;
constexpr std::int64_t kFew = 16;

// How often the loops of its function run it: nothing where they don't show it, or train, as an
// epoch stands for many steps.
std::optional<std::int64_t> times_in_loops(const SemanticModel& model, NodeId n) {
  std::int64_t times = 1;
  for (const NodeId loop : model.loops_of(n)) {
    const auto iterations = likely_iterations(model, loop);
    if (!iterations || *iterations > kFew || model.effects(loop).has(Effect::Backward))
      return std::nullopt;
    times *= std::max<std::int64_t>(*iterations, 1);
    if (times > kFew) return std::nullopt;
  }
  return times;
}

// main(), which is run once by whoever is not seen to call it.
bool is_entry_point(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  return tree.text(tree.child(function, Field::Name)) == "main";
}

Repeating repetition_within(const SemanticModel& model, NodeId n, int depth, std::int64_t allowed) {
  if (const NodeId loop = model.loop_of(n); loop != kNoNode) {
    const auto times = allowed == 1 ? std::nullopt : times_in_loops(model, n);
    if (!times || *times > allowed) return {Repetition::Repeated, loop};
    allowed /= *times;
  }
  const NodeId function = model.function_of(n);
  if (function == kNoNode) return {Repetition::Once};
  const CallSites& sites = model.call_sites(function);
  const Repeating unseen{is_entry_point(model, function) ? Repetition::Once : Repetition::Unknown};
  if (depth == 0 || sites.calls.empty() || sites.value_use != kNoNode) return unseen;
  Repeating all{Repetition::Once};
  for (const NodeId call : sites.calls) {
    model.work().spend();
    const Repeating one = repetition_within(model, call, depth - 1, allowed);
    if (one.how == Repetition::Repeated) return one;
    if (one.how == Repetition::Unknown) all = unseen;
  }
  return all;
}

}  // namespace

Repeating repeating_of(const SemanticModel& model, NodeId n) {
  return repetition_within(model, n, kMaxCallers, 1);
}

Repetition repetition_of(const SemanticModel& model, NodeId n) {
  return repeating_of(model, n).how;
}

bool runs_few_times(const SemanticModel& model, NodeId n) {
  return repetition_within(model, n, kMaxCallers, kFew).how == Repetition::Once;
}

bool runs_once_elsewhere(const SemanticModel& model, NodeId function) {
  const ProjectCode* code = model.place().code;
  if (function == kNoNode || code == nullptr) return false;
  const auto calls = model.calls_elsewhere(function);
  if (!calls || calls->empty()) return false;
  return std::ranges::all_of(*calls, [&](const OutsideCall& call) {
    bool once = false;
    code->way_around(call, model.place().file, [&](const SemanticModel& other, NodeId) {
      once = repetition_of(other, call.node) == Repetition::Once;
      return WaySteps{};
    });
    return once;
  });
}

bool runs_again_elsewhere(const SemanticModel& model, NodeId function) {
  const ProjectCode* code = model.place().code;
  if (function == kNoNode || code == nullptr) return false;
  const auto calls = model.calls_elsewhere(function);
  return calls && std::ranges::any_of(*calls, [&](const OutsideCall& call) {
           return code->holds_around(call, [](const SemanticModel& other, NodeId node) {
             return repetition_of(other, node) == Repetition::Repeated;
           });
         });
}

bool answers_requests(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  // In code: methods of web frameworks, told from others by the path that they are given.
  constexpr std::array kRegistering = {"route", "get",    "post",      "put",
                                       "patch", "delete", "api_route", "websocket"};
  return std::ranges::any_of(decorators(tree, function), [&](NodeId decorator) {
    const std::string_view method = model.method_name(decorator);
    const NodeId path = method.empty() ? NodeId{kNoNode} : model.argument(decorator, 0, "path");
    return path != kNoNode && tree.is(path, Kind::String) &&
           string_content(tree, path).starts_with("/") &&
           std::ranges::find(kRegistering, method) != kRegistering.end();
  });
}

bool has_few_iterations(const SemanticModel& model, NodeId loop) {
  const auto iterations = likely_iterations(model, loop);
  return iterations && *iterations <= kFew;
}

bool is_run_in_cells(const SemanticModel& model) {
  // In code: marks of editors, and what Jupyter writes when it exports a notebook.
  constexpr std::array<std::string_view, 4> kMarks = {"# %%", "#%%", "# In[", "get_ipython"};
  const std::string_view text = model.tree().source();
  return model.is_notebook() || std::ranges::any_of(kMarks, [&](std::string_view mark) {
           return text.find(mark) != std::string_view::npos;
         });
}

}  // namespace mlfix
