// A parameter called `net` may be any function, one that trains, too; and the forward pass of a
// class that nobody sees may ask whether gradients are on, and compute something else.

#include "torch/evaluation/called_modules.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/knowledge/effect.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"

namespace mlfix {

template <>
class Prover<Claim::RunsKnownModules> {
 public:
  static Proof<Claim::RunsKnownModules> proven() { return {}; }
};

namespace {

// net of net(x), net.forward(x) and net.embed(x).
NodeId module_of(const SemanticModel& model, NodeId forward) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(forward, Field::Function);
  const bool is_part =
      tree.is(called, Kind::Attribute) && !model.facts(called).could_be(Fact::Module);
  return is_part ? tree.child(called, Field::Object) : called;
}

// What a function rests on by itself: an object whose class its calls alone tell, and the functions
// of the file that it runs.
struct RestsOn {
  NodeId object = kNoNode;
  std::vector<NodeId> functions;
};

// model.eval() asks nothing of the class that nn.Module does not say.
bool only_switches_mode(const SemanticModel& model, NodeId call) {
  const bool switches =
      model.effects(call).has(Effect::EvalMode) || model.effects(call).has(Effect::TrainMode);
  return switches && model.callee(call) == kNoNode && !model.callee_elsewhere(call);
}

struct KnownRests {
  std::unordered_map<NodeId, RestsOn> by_function;
};

RestsOn rests_between(const SemanticModel& model, NodeId first, NodeId end) {
  const SyntaxTree& tree = model.tree();
  RestsOn found;
  for (NodeId n = first; n < end; ++n) {
    if (!tree.is(n, Kind::Call) || only_switches_mode(model, n)) continue;
    const NodeId called = tree.child(n, Field::Function);
    const NodeId root = root_of_path(model, called);
    // What net(x) runs is followed to all that `net` may be.
    const NodeId owner =
        tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : NodeId{kNoNode};
    for (const NodeId object : {root, owner}) {
      const bool counts = found.object == kNoNode && object != kNoNode && object != called;
      if (counts && is_known_by_calls(model, object)) found.object = object;
    }
    if (const NodeId function = model.callee(n); function != kNoNode) {
      found.functions.push_back(function);
    }
  }
  return found;
}

// The first object, in the span or in what it runs, whose class calls alone tell; kNoNode where
// there is none. Linear in those functions, once for each.
NodeId object_known_by_calls(const SemanticModel& model, Span span) {
  RestsOn here = rests_between(model, span.first, model.tree().subtree_end(span.last));
  std::set<NodeId> met;
  while (here.object == kNoNode && !here.functions.empty()) {
    const NodeId function = here.functions.back();
    here.functions.pop_back();
    if (!met.insert(function).second) continue;
    model.work().spend();
    const auto [entry, is_new] = model.notes<KnownRests>().by_function.try_emplace(function);
    if (is_new) entry->second = rests_between(model, function, model.tree().subtree_end(function));
    here.object = entry->second.object;
    here.functions.insert(here.functions.end(), entry->second.functions.begin(),
                          entry->second.functions.end());
  }
  return here.object;
}

// A method of a module by which it is run, and of which neither the run nor a table says what it
// does: clip.get_image_features(pixels). kNoNode where there is none.
NodeId unseen_method(const SemanticModel& model, const EvalRegion& region) {
  const auto is_one = [&](NodeId call) {
    return !is_forward(model, call) && model.callee(call) == kNoNode &&
           !model.callee_elsewhere(call) && calls_unknown_method_of_module(model, call);
  };
  const auto found = std::ranges::find_if(region.forwards, is_one);
  return found == region.forwards.end() ? NodeId{kNoNode} : *found;
}

}  // namespace

Answer<Claim::RunsKnownModules> runs_known_modules(const SemanticModel& model,
                                                   const EvalRegion& region, Span span) {
  NodeId object = object_known_by_calls(model, span);
  const auto runs_others = [&](NodeId forward) { return runs_functions_of_others(model, forward); };
  const bool is_evaluated_by_calls = object == kNoNode && region.eval.module != kNoNode &&
                                     is_known_by_calls(model, region.eval.module);
  if (is_evaluated_by_calls && std::ranges::any_of(region.forwards, runs_others)) {
    object = region.eval.module;
  }
  if (object != kNoNode) {
    return Assumption{AssumptionKind::ExpectedValue,
                      "`" + std::string(model.tree().text(object)) +
                          "` is always of the class that the calls in this file give it",
                      object};
  }
  NodeId unseen = model.unseen_module(span.first, span.last);
  if (unseen == kNoNode) unseen = unseen_method(model, region);
  if (unseen == kNoNode) return Prover<Claim::RunsKnownModules>::proven();
  for (const NodeId forward : region.forwards) {
    // A function is seen, or what it runs is what is not seen.
    if (model.callee(forward) != kNoNode || model.callee_elsewhere(forward)) continue;
    const NodeId module = module_of(model, forward);
    if (region.eval.call != kNoNode || model.facts(module).may_be(Fact::Module)) continue;
    const std::string_view name = last_name(model.tree(), module);
    const bool is_named_so = model.knowledge().weak_facts_of_name(name).has(Fact::Module);
    return Assumption{AssumptionKind::ExpectedValue,
                      "`" + std::string(model.tree().text(module)) + "` is a module, as its " +
                          (is_named_so ? "name" : "use") + " says",
                      module};
  }
  return Assumption{AssumptionKind::CalleeKeepsNoGraph,
                    "the forward() of a module whose class is not seen here keeps no graph, and "
                    "does not ask whether gradients are on",
                    unseen};
}

}  // namespace mlfix
