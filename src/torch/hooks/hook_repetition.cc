// Callers are followed a few steps up, through methods of one object.

#include "torch/hooks/hook_repetition.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/places.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMaxOuterCalls = 4;

// Does the call hand on a module, or a part of one, that the function around it is given?
bool hands_on_module(const SemanticModel& model, NodeId call) {
  return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    const NodeId root = root_of_path(model, argument);
    const DefId def =
        model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : DefId{kNone};
    return def != kNone && model.bindings().definition(def).kind == DefKind::Parameter &&
           model.tree().text(root) != "self" && may_be_part_of_module(model, argument);
  });
}

// Does the call of `function`, once in a call of the function around it, concern the same module
// for each of those: on the object itself, or on what that function is given?
bool is_outer_call(const SemanticModel& model, NodeId function, NodeId call) {
  if (model.loop_of(call) != kNoNode) return false;
  const SyntaxTree& tree = model.tree();
  const bool own = model.method_class(function) != kNoNode &&
                   tree.text(tree.child(call, Field::Function)).starts_with("self.");
  return own || hands_on_module(model, call);
}

// The functions whose callers were looked at: each once, however many ways lead to it.
using Met = std::set<NodeId>;

// The calls that lead from the one in a loop to the function, that one first; empty where there is
// none.
std::vector<NodeId> repeating_calls_of(const SemanticModel& model, NodeId function, int depth,
                                       Met& met) {
  if (function == kNoNode || depth > kMaxOuterCalls || !met.insert(function).second) return {};
  for (const NodeId call : model.call_sites(function).calls) {
    if (is_repeated_on_module(model, call)) return {call};
    if (!is_outer_call(model, function, call)) continue;
    std::vector<NodeId> outer = repeating_calls_of(model, model.function_of(call), depth + 1, met);
    if (outer.empty()) continue;
    outer.push_back(call);
    return outer;
  }
  return {};
}

std::optional<OutsideCall> repeating_call_elsewhere_of(const SemanticModel& model, NodeId function,
                                                       int depth, Met& met) {
  if (function == kNoNode || depth > kMaxOuterCalls || !met.insert(function).second) {
    return std::nullopt;
  }
  if (const auto calls = model.calls_elsewhere(function)) {
    const auto found = std::ranges::find_if(
        *calls, [](const OutsideCall& call) { return call.certain && call.is_repeated; });
    if (found != calls->end()) return *found;
  }
  for (const NodeId call : model.call_sites(function).calls) {
    if (!is_outer_call(model, function, call)) continue;
    const auto outer = repeating_call_elsewhere_of(model, model.function_of(call), depth + 1, met);
    if (outer) return outer;
  }
  return std::nullopt;
}

std::optional<OutsideCall> repeating_call_elsewhere(const SemanticModel& model,
                                                    const HookRegistration& hook) {
  if (model.place().code == nullptr) return std::nullopt;
  Met met;
  return repeating_call_elsewhere_of(model, model.function_of(hook.call), 0, met);
}

using Places = std::set<std::string_view>;

bool is_place_of_self(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::Attribute) && tree.text(n).starts_with("self.");
}

bool is_stored_to(const SyntaxTree& tree, NodeId n) {
  return tree.field(n) == Field::Left && tree.is(tree.parent(n), Kind::Assignment);
}

// What the functions within the method store on the object.
Places places_set_within(const SemanticModel& model, NodeId method) {
  const SyntaxTree& tree = model.tree();
  Places set;
  for (NodeId n = method; n < tree.subtree_end(method); ++n) {
    const bool is_set = is_place_of_self(tree, n) && is_stored_to(tree, n);
    if (is_set && model.function_of(n) != method) set.insert(tree.text(n));
  }
  return set;
}

// Does the method, after `installed`, run a module, and read one of the places?
bool runs_and_reads(const SemanticModel& model, NodeId method, NodeId installed,
                    const Places& places) {
  const SyntaxTree& tree = model.tree();
  bool runs = false, reads = false;
  for (NodeId n = installed + 1; n < tree.subtree_end(method); ++n) {
    if (model.function_of(n) != method) continue;
    runs = runs || (tree.is(n, Kind::Call) &&
                    model.facts(tree.child(n, Field::Function)).could_be(Fact::Module));
    reads = reads ||
            (is_place_of_self(tree, n) && !is_stored_to(tree, n) && places.contains(tree.text(n)));
  }
  return runs && reads;
}

bool is_constructor_or_none(const SemanticModel& model, NodeId function) {
  return function == kNoNode || model.method_class(function) == kNoNode ||
         model.tree().text(model.tree().child(function, Field::Name)) == "__init__";
}

// Does a method register the hook each time, by itself or first of all by a method that only does
// that?
bool registers_for_each_call(const SemanticModel& model, const HookRegistration& hook) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(hook.call);
  if (is_constructor_or_none(model, function) || !tree.text(hook.receiver).starts_with("self.")) {
    return false;
  }
  const Places places = places_set_within(model, function);
  if (places.empty()) return false;
  if (runs_and_reads(model, function, hook.call, places)) return true;
  return std::ranges::any_of(model.call_sites(function).calls, [&](NodeId site) {
    const NodeId caller = model.function_of(site);
    return !is_constructor_or_none(model, caller) &&
           tree.text(tree.child(site, Field::Function)).starts_with("self.") &&
           model.block_of(model.statement_of(site)) == tree.child(caller, Field::Body) &&
           runs_and_reads(model, caller, site, places);
  });
}

std::vector<NodeId> repeating_calls(const SemanticModel& model, const HookRegistration& hook) {
  Met met;
  return repeating_calls_of(model, model.function_of(hook.call), 0, met);
}

void tell_repeated_call(const SemanticModel& model, NodeId call, WaySteps& steps) {
  const std::string_view when = model.loop_of(call) == kNoNode ? "for each request" : "in a loop";
  tell_step(model.tree(), call,
            fmt::format("{} is called {}, on one module", quoted_code(model.tree(), call), when),
            steps);
}

}  // namespace

NodeId repeating_call(const SemanticModel& model, const HookRegistration& hook) {
  const std::vector<NodeId> calls = repeating_calls(model, hook);
  return calls.empty() ? NodeId{kNoNode} : calls.front();
}

std::optional<HookRepeated> repetition_of_hook(const SemanticModel& model,
                                               const HookRegistration& hook) {
  if (repeating_call(model, hook) != kNoNode) return HookRepeated::InLoop;
  if (registers_for_each_call(model, hook)) return HookRepeated::ByEachCall;
  if (repeating_call_elsewhere(model, hook)) return HookRepeated::ByOtherFile;
  return std::nullopt;
}

WaySteps way_of_repetition(const SemanticModel& model, const HookRegistration& hook) {
  WaySteps steps;
  for (const NodeId call : repeating_calls(model, hook)) {
    if (steps.empty()) {
      tell_repeated_call(model, call, steps);
    } else {
      tell_step(model.tree(), call, fmt::format("{} is called", quoted_code(model.tree(), call)),
                steps);
    }
  }
  if (steps.empty()) {
    if (const auto outside = repeating_call_elsewhere(model, hook)) {
      steps = model.place().code->way_around(*outside, model.place().file,
                                             [&](const SemanticModel& other, NodeId) {
                                               WaySteps there;
                                               tell_repeated_call(other, outside->node, there);
                                               return there;
                                             });
    }
  }
  if (!steps.empty()) tell_step(model.tree(), hook.call, "registers one more hook", steps);
  return steps;
}

}  // namespace mlfix
