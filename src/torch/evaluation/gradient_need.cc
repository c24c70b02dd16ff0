// The effects that forbid switching gradients off, and what only makes it an
// assumption.

#include "torch/evaluation/gradient_need.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/background.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/entity_of.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/step_beside.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/training/evaluation.h"
#include "torch/training/training_step.h"

namespace mlfix {

template <>
class Prover<Claim::ModeUnobserved> {
 public:
  static Proof<Claim::ModeUnobserved> proven() { return {}; }
};

template <>
class Prover<Claim::FirstRunUntrained> {
 public:
  static Proof<Claim::FirstRunUntrained> proven() { return {}; }
};

template <>
class Prover<Claim::RegionKeepsNoGraph> {
 public:
  static Proof<Claim::RegionKeepsNoGraph> proven() { return {}; }
};

template <>
class Prover<Claim::RegionUnusedByCallers> {
 public:
  static Proof<Claim::RegionUnusedByCallers> proven() { return {}; }
};

namespace {

struct Guard {
  Effect effect;
  std::string_view fact;
};

// What in a region needs gradients, or may, and so forbids the edit.
constexpr Guard kNeedsGradients[] = {
    {Effect::Backward, "the region calls backward()"},
    {Effect::AutogradGrad,
     "the region differentiates (autograd.grad, an attack, a saliency method)"},
    {Effect::OptimizerStep, "the region steps an optimizer"},
    {Effect::ZeroGrad, "the region resets gradients, so it trains"},
    {Effect::RequiresGrad, "the region asks for gradients (requires_grad_, retain_grad)"},
    {Effect::EnablesGrad, "the region switches gradients on itself"},
    {Effect::TrainMode, "the region puts a module into training mode"},
    {Effect::ModuleToUnknown, "the module is given to code that is not visible here"},
};

constexpr EffectBits kFastPath = static_cast<EffectBits>(Effect::FastPath);

// Does a layer with a fast path run here, or in a module that other files may bring?
bool takes_fast_path(const SemanticModel& model, const Effects& effects) {
  if (effects.has(Effect::FastPath)) return true;
  return effects.unseen_forward != kNoNode && (forwards_elsewhere(model) & kFastPath) != 0;
}

// Objects bring their code along, also those that come from other files.
bool may_need_graph_out_of_sight(const SemanticModel& model, const Effects& effects) {
  if (effects_of_implicit_methods(model) != 0) return true;
  const BackgroundEffects others = background_elsewhere(model);
  if ((others.iteration | others.implicit) != 0) return true;
  if (effects.has(Effect::ModuleForward) && hooks_elsewhere(model) != 0) return true;
  return effects.unseen_forward != kNoNode && (forwards_elsewhere(model) & ~kFastPath) != 0;
}

Answer<Claim::ModeUnobserved> mode_unobserved(const SemanticModel& model, const Effects& effects,
                                              const Reach& fate) {
  const auto assumed = [](NodeId at, std::string text) {
    return Assumption{AssumptionKind::ModeNotObserved, std::move(text), at};
  };
  if (effects.has(Effect::ReadsGradMode)) {
    return assumed(effects.witness(Effect::ReadsGradMode),
                   "the code does not depend on whether gradients are on");
  }
  if (takes_fast_path(model, effects)) {
    return assumed(
        effects.has(Effect::FastPath) ? effects.witness(Effect::FastPath) : effects.unseen_forward,
        "the fast path that Transformer layers, pooling and parts of linalg take without gradients "
        "is welcome: values differ in the 7th digit, outputs may be shorter or lie otherwise in "
        "memory, hooks inside do not run");
  }
  if (fate.has(GraphSinks::kRevealed)) {
    return assumed(fate.at({GraphSinks::kRevealed}),
                   "nobody minds that tensors are printed or saved without their grad_fn");
  }
  return Prover<Claim::ModeUnobserved>::proven();
}

Answer<Claim::FirstRunUntrained> first_run_untrained(const SemanticModel& model) {
  if (forward_cache(model) == ForwardCache::None) return Prover<Claim::FirstRunUntrained>::proven();
  return Assumption{AssumptionKind::FirstRunNotTrained,
                    "what forward() keeps from its first run is not trained through"};
}

Answer<Claim::RegionKeepsNoGraph> keeps_no_graph(const SemanticModel& model, Span span,
                                                 const Effects& effects, const Reach& fate) {
  const auto assumed = [](NodeId at) {
    return Assumption{AssumptionKind::CalleeKeepsNoGraph,
                      "the code that runs here keeps no graph for later, and asks neither for a "
                      "gradient nor whether gradients are on",
                      at};
  };
  const Effects all = model.effects(span.first, span.last, EffectSet::All);
  if (all.has(Effect::MayNeedGraph) || may_need_graph_out_of_sight(model, effects)) {
    return assumed(all.witness(Effect::MayNeedGraph));
  }
  const NodeId method = model.method_elsewhere(span.first, span.last);
  if (method != kNoNode) return assumed(method);
  if (fate.has(Sink::Unseen)) {
    return Assumption{AssumptionKind::CalleeKeepsNoGraph,
                      "the code it is given to does not differentiate it", fate.at({Sink::Unseen})};
  }
  return Prover<Claim::RegionKeepsNoGraph>::proven();
}

Answer<Claim::RegionUnusedByCallers> unused_by_callers_of(const Reach& fate) {
  const bool leaves =
      fate.has(Sink::Returned) || fate.has(Sink::OnAttribute) || fate.has(Sink::Lost);
  if (!leaves) return Prover<Claim::RegionUnusedByCallers>::proven();
  return Assumption{AssumptionKind::CallerNeedsNoGraph,
                    "no caller differentiates what leaves this code",
                    fate.at(GraphSinks::kLeavesFunction)};
}

// Does every call that puts a module into training mode run code that puts one into evaluation
// mode, too, and so sets back the mode that it found: a method that draws a sample?
bool sets_mode_back(const SemanticModel& model, Span span, const Effects& effects) {
  if (!effects.has(Effect::EvalMode)) return false;
  const SyntaxTree& tree = model.tree();
  for (NodeId n = span.first; n < tree.subtree_end(span.last); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const Effects of_call = model.effects(n);
    if (of_call.has(Effect::TrainMode) && !of_call.has(Effect::EvalMode)) return false;
  }
  return true;
}

}  // namespace

std::string_view needs_gradients(const SemanticModel& model, Span span,
                                 std::optional<Effect> harmless) {
  const Effects effects = model.effects(span.first, span.last);
  if (!harmless && effects.has(Effect::TrainMode) && sets_mode_back(model, span, effects)) {
    harmless = Effect::TrainMode;
  }
  for (const Guard& guard : kNeedsGradients) {
    if (guard.effect != harmless && effects.has(guard.effect)) {
      return guard.fact;
    }
  }
  return unseen_training(model, span) == kNoNode ? ""
                                                 : "the region calls unseen code that may train";
}

GradientAnswers answers_about_gradients(const SemanticModel& model, Span span, Span made) {
  const Effects effects = model.effects(span.first, span.last);
  const Reach fate = fate_of_graphs(model, span, made);
  return {mode_unobserved(model, effects, fate), first_run_untrained(model),
          keeps_no_graph(model, span, effects, fate), unused_by_callers_of(fate)};
}

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

namespace {

struct UnneededByCallers {
  std::unordered_map<NodeId, bool> known;
};

// Who gives the value on to his own callers leaves it to them. Where gradients are off, there is no
// graph that anybody could need.
bool is_needed_behind(const SemanticModel& model, NodeId call, bool asks_callers) {
  if (model.grad_mode(call).mode == GradMode::Disabled) return false;
  const Reach fate = model.fate(call);
  const bool is_kept = fate.has_any({Sink::OnAttribute, Sink::Captured});
  if (fate.has_any({GraphSinks::kDifferentiated, GraphSinks::kForwardOutput, Sink::Yielded,
                    Sink::Unseen, Sink::Lost, GraphSinks::kHandedOver}) ||
      (is_kept && !is_kept_for_numbers(model, fate))) {
    return true;
  }
  const NodeId caller = model.function_of(call);
  return fate.has(Sink::Returned) &&
         !(asks_callers && caller != kNoNode && is_unneeded_by_callers(model, caller));
}

bool sees_all_users(const SemanticModel& model) {
  const ProjectPlace& place = model.place();
  if (place.code == nullptr) return is_script_alone(model);
  return place.file != kNoFile && place.code->sees_users(place.file);
}

// What a framework runs, it may differentiate.
bool find_whether_unneeded(const SemanticModel& model, NodeId function) {
  if (framework_around(model, function) != kNoNode) return false;
  const CallSites& sites = model.call_sites(function);
  if (sites.value_use != kNoNode || (!sites.complete && !sees_all_users(model))) return false;
  const auto needs_here = [&](NodeId call) { return is_needed_behind(model, call, true); };
  if (std::ranges::any_of(sites.calls, needs_here)) return false;
  if (model.place().code == nullptr) return !sites.calls.empty();
  const auto calls = model.calls_elsewhere(function);
  if (!calls || (sites.calls.empty() && calls->empty())) return false;
  return std::ranges::none_of(*calls, [&](const OutsideCall& call) {
    return model.place().code->holds_around(call, [](const SemanticModel& there, NodeId node) {
      return is_needed_behind(there, node, false);
    });
  });
}

}  // namespace

bool is_unneeded_by_callers(const SemanticModel& model, NodeId function) {
  const auto [known, is_new] = model.notes<UnneededByCallers>().known.try_emplace(function, false);
  if (!is_new) return known->second;  // a function that calls itself decides nothing
  const bool found = find_whether_unneeded(model, function);
  return model.notes<UnneededByCallers>().known[function] = found;
}

namespace {

// By scope, the loops that evaluate and need no gradients.
struct EvaluationLoops {
  std::unordered_map<NodeId, std::vector<NodeId>> in;
};

const std::vector<NodeId>& evaluation_loops(const SemanticModel& model, NodeId scope) {
  const auto [known, is_new] = model.notes<EvaluationLoops>().in.try_emplace(scope);
  if (!is_new) return known->second;
  std::vector<NodeId> loops;
  const auto take = [&](const std::vector<EvalRegion>& regions) {
    for (const EvalRegion& region : regions) {
      const bool evaluates =
          region.is_loop && needs_gradients(model, {region.first, region.last}).empty();
      if (evaluates) loops.push_back(region.first);
    }
  };
  take(find_eval_regions(model, scope));
  take(find_unused_graphs(model, scope, {}));
  return model.notes<EvaluationLoops>().in[scope] = std::move(loops);
}

}  // namespace

bool is_in_evaluation_loop(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId> around = model.loops_of(call);
  if (around.empty()) return false;
  const NodeId function = model.function_of(call);
  const auto& loops = evaluation_loops(model, function == kNoNode ? model.tree().root() : function);
  return std::ranges::any_of(
      around, [&](NodeId loop) { return std::ranges::find(loops, loop) != loops.end(); });
}

namespace {

constexpr int kMaxCallingFiles = 3;  // one behind the other

EvaluationElsewhere evaluation_of_calls(const ProjectPlace& place, ProjectEntity function,
                                        int depth) {
  const ProjectCode& code = *place.code;
  std::vector<OutsideCall> calls;
  bool certain = false;
  code.any_call_elsewhere(function, [&](const OutsideCall& call) {
    if (call.certain || place.project->imports_from(call.file, function.file)) {
      calls.push_back(call);
    }
    certain = certain || call.certain;
    return false;
  });
  if (certain) std::erase_if(calls, [](const OutsideCall& call) { return !call.certain; });
  if (calls.empty()) {
    return code.calls_elsewhere(function) ? EvaluationElsewhere::NoCall
                                          : EvaluationElsewhere::NotAll;
  }
  const bool evaluate = std::ranges::all_of(calls, [&](const OutsideCall& call) {
    return call.mode != GradMode::Enabled || code.holds_around(call, is_in_evaluation_loop) ||
           (depth > 1 && call.caller && call.free_caller &&
            evaluation_of_calls(place, call.caller, depth - 1) == EvaluationElsewhere::All);
  });
  return evaluate ? EvaluationElsewhere::All : EvaluationElsewhere::NotAll;
}

// Do the calls of the file that name the method, on whatever object, run it with gradients off?
bool is_only_called_guarded(const SemanticModel& model, std::string_view method) {
  const SyntaxTree& tree = model.tree();
  bool any = false;
  for (const AttributeAccess& access : model.attribute_accesses(method)) {
    const NodeId call = tree.parent(access.node);
    if (!tree.is(call, Kind::Call) || tree.field(access.node) != Field::Function ||
        !model.has_gradients_off(call)) {
      return false;
    }
    any = true;
  }
  return any;
}

}  // namespace

EvaluationElsewhere evaluation_elsewhere(const SemanticModel& model, NodeId function) {
  const ProjectEntity entity =
      model.place().code == nullptr ? ProjectEntity{} : entity_of(model, function);
  return entity ? evaluation_of_calls(model.place(), entity, kMaxCallingFiles)
                : EvaluationElsewhere::NotAll;
}

bool is_of_guarded_object(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass =
      tree.is(function, Kind::Module) ? NodeId{kNoNode} : model.method_class(function);
  if (klass == kNoNode || !model.call_sites(function).calls.empty()) return false;
  if (is_only_called_guarded(model, tree.text(tree.child(function, Field::Name)))) return true;
  bool any = false;
  for (const NodeId method : model.statements(tree.child(klass, Field::Body))) {
    if (!tree.is(method, Kind::FunctionDefinition)) continue;
    if (tree.text(tree.child(method, Field::Name)) == "__init__") continue;
    for (const NodeId call : model.call_sites(method).calls) {
      if (tree.contains(klass, call)) continue;
      if (!model.has_gradients_off(call)) return false;
      any = true;
    }
  }
  return any;
}

namespace {

// Does the call, of a function of the file, run what it is given as that argument only where
// gradients are, or may be, off?
bool runs_guarded(const SemanticModel& model, NodeId call, NodeId argument) {
  const NodeId taker = model.callee(call);
  const NodeId parameter =
      taker == kNoNode ? taker : model.calls().parameter_for(call, taker, argument);
  const DefId def = parameter == kNoNode ? DefId{kNone} : model.bindings().definition_at(parameter);
  if (def == kNone) return false;
  const std::span<const UseId> uses = model.bindings().definition(def).uses;
  return !uses.empty() && std::ranges::all_of(uses, [&](UseId use) {
    const NodeId read = model.bindings().use(use).node;
    return model.consumer_of(read).role == Role::Callee &&
           model.grad_mode(read).mode != GradMode::Enabled;
  });
}

// torch.no_grad()(evaluate)
bool is_decorated_by_call(const SemanticModel& model, NodeId call) {
  const NodeId switching = model.strip_parentheses(model.tree().child(call, Field::Function));
  return model.tree().is(switching, Kind::Call) &&
         model.means(Meaning::SwitchesGradients, called_name(model.tree(), switching)) &&
         called_name(model.tree(), switching) != "enable_grad";
}

}  // namespace

bool is_given_to_guarded_code(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(function, Kind::Module)) return false;
  const NodeId name = tree.child(function, Field::Name);
  const DefId def = model.bindings().definition_at(name);
  if (def == kNone) return false;
  const std::span<const UseId> uses = model.bindings().definition(def).uses;
  return !uses.empty() && std::ranges::all_of(uses, [&](UseId use) {
    const NodeId read = model.bindings().use(use).node;
    const Consumer taker = model.consumer_of(read);
    return taker.role == Role::Argument &&
           (model.spares_graphs(taker.node) || is_decorated_by_call(model, taker.node) ||
            runs_guarded(model, taker.node, read));
  });
}

}  // namespace mlfix
