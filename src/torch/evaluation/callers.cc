#include "torch/evaluation/callers.h"

#include <algorithm>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/reach.h"
#include "semantic/project/outside_call.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/step_beside.h"

namespace mlfix {

std::string_view fact_of_callers_elsewhere(const SemanticModel& model, NodeId scope,
                                           const Reach& fate) {
  const auto calls = model.calls_elsewhere(scope);
  if (!calls) {
    return model.place().code != nullptr ? "too many files may call it to see what they do" : "";
  }
  const auto is_guarded = [](const OutsideCall& call) { return call.mode != GradMode::Enabled; };
  // Who gets a graph is told of it himself; one that is gone by then is made for each of them.
  const bool gives_graph = fate.has_any({Sink::Returned, Sink::Yielded});
  if (gives_graph ? std::ranges::any_of(*calls, is_guarded)
                  : !calls->empty() && std::ranges::all_of(*calls, is_guarded)) {
    return "a caller in another file switches gradients off";
  }
  const auto trains = [&](const OutsideCall& call) { return is_in_training(model, call); };
  return gives_graph && std::ranges::any_of(*calls, trains) ? "a caller in another file trains"
                                                            : "";
}

bool is_given_to_guarded_code(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(function, Kind::Module)) return false;
  const NodeId name = tree.child(function, Field::Name);
  const DefId def = model.bindings().definition_at(name);
  if (def == kNone) return false;
  const std::vector<UseId>& uses = model.bindings().definition(def).uses;
  return !uses.empty() && std::ranges::all_of(uses, [&](UseId use) {
    const Consumer taker = model.consumer_of(model.bindings().use(use).node);
    return taker.role == Role::Argument && model.spares_graphs(taker.node);
  });
}

}  // namespace mlfix
