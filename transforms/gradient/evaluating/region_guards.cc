// The guards of no-grad-eval, in the order of its specification: the place, then what becomes of
// the graphs.

#include "transforms/gradient/evaluating/region_guards.h"

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/module_output.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/access_path.h"
#include "semantic/project/outside_call.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/cast_cache.h"
#include "torch/evaluation/cost_of_graph.h"
#include "torch/evaluation/frozen_module.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/evaluation/hooked_features.h"
#include "torch/evaluation/measurement.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/graph/graph_fate.h"
#include "torch/training/training_step.h"
#include "torch/training/unit_test.h"
#include "transforms/gradient/evaluating/switching.h"

namespace mlfix {
namespace {

// Does a part of the name begin like a word for measuring: evaluate, valid_loss, run_test? Not in
// the midst of it, as that of retrieval or of the latest does.
bool measures_by_name(const SemanticModel& model, std::string_view name) {
  constexpr std::size_t kLongestWord = 5;
  return std::ranges::any_of(name | std::views::split('_'), [&](auto part) {
    const std::string_view word(part.begin(), part.end());
    return model.suggests(Hint::Validation, word.substr(0, kLongestWord));
  });
}

// Does the function put the model into evaluation mode itself, and measure it by its name? What it
// gives back nobody differentiates. Predictions are another matter: attacks do.
bool gives_results_of_evaluation(const Context& c, NodeId scope, const EvalRegion& region) {
  return region.eval.call != kNoNode &&
         measures_by_name(c.model, c.tree.text(c.tree.child(scope, Field::Name)));
}

// Is it a part of what a forward pass of the region gives, as that stands?
bool is_output_of(const Context& c, NodeId expr, const EvalRegion& region) {
  const NodeId root = root_of_chain(c.model, expr);
  const DefId def =
      c.tree.is(root, Kind::Identifier) ? c.model.bindings().reaching(root) : DefId{kNone};
  const NodeId value = def == kNone ? NodeId{kNoNode} : c.model.bindings().definition(def).value;
  return value != kNoNode && std::ranges::find(region.forwards, c.model.strip_parentheses(value)) !=
                                 region.forwards.end();
}

// Does each return of a function that puts the model into evaluation mode give its callers numbers,
// `return policy.detach().cpu().numpy(), value[0]`, and nothing beside them but outputs? Who takes
// one of them for its numbers takes all of them so.
bool gives_numbers_beside(const Context& c, NodeId scope, const EvalRegion& region) {
  const std::vector<NodeId>& returned = c.model.returned_values(scope);
  if (region.eval.call == kNoNode || returned.empty()) return false;
  return std::ranges::all_of(returned, [&](NodeId value) {
    value = c.model.strip_parentheses(value);
    if (!c.tree.is(value, Kind::ExpressionList) && !c.tree.is(value, Kind::Tuple)) return false;
    bool any = false;
    for (const NodeId part : c.tree.children(value)) {
      const bool is_number = leaves_graph(c.model, part);
      if (!is_number && !is_output_of(c, part, region)) return false;
      any = any || is_number;
    }
    return any;
  });
}

}  // namespace

std::string_view fact_of_place(const Context& c, NodeId scope, const EvalRegion& region) {
  if (c.model.grad_mode(region.forwards[0]).mode != GradMode::Enabled) {
    return "gradients are, or may be, off here already";
  }
  if (is_given_to_guarded_code(c.model, scope)) {
    return "what it is given to switches gradients off";
  }
  if (is_of_guarded_object(c.model, scope)) {
    return "its object is only used where gradients are off";
  }
  if (const Consumer taker = c.model.consumer_of(region.forwards[0]);
      taker.role == Role::Argument && c.model.method_name(taker.node) == "add_module") {
    return "it makes a module";
  }
  if (!region.is_loop && c.model.consumer_of(region.forwards[0]).role == Role::Discarded) {
    return "the forward pass is run once for its side effects";
  }
  if (c.model.facts(region.eval.module).may_be(Fact::Frozen) ||
      is_frozen_by_method(c.model, scope, region) ||
      is_frozen_in_scope(c.model, region.forwards[0], region.eval.module)) {
    return "the parameters are frozen: no graph is built";
  }
  const Span span{region.first, region.last};
  if (const auto fact = needs_gradients(c.model, span); !fact.empty()) {
    return fact;
  }
  if (c.model.mentions("backward") && forward_cache(c.model) == ForwardCache::OfGraph) {
    return "forward() keeps what its first run makes, and the file trains";
  }
  const NodeId all =
      c.tree.is(scope, Kind::Module) ? region.first : c.tree.child(scope, Field::Body);
  if (c.model.effects(all).has(Effect::RegistersHook) &&
      !takes_only_detached_features(c.model, region)) {
    return "a hook may keep what the forward pass computes";
  }
  if (is_unit_test(c.model, scope, region.eval.module_text)) {
    return "a unit test runs the model on small input";
  }
  if (cast_cache_around(c.model, span) == CastCache::Same) {
    return kCastsShared;
  }
  if (memory_measured(c.model, scope, span) != kNoNode) {
    return "the memory that it takes is measured";
  }
  return "";
}

std::string_view why_not(const Context& c, NodeId scope, const EvalRegion& region) {
  if (const auto fact = fact_of_place(c, scope, region); !fact.empty()) return fact;
  const Span span{region.first, region.last};
  const Reach fate = fate_of_graphs(c.model, span, span);
  if (fate.has(GraphSinks::kDifferentiated)) {
    return "a value made here is differentiated later";
  }
  if (computes_loss_of_training(c.model, scope, region)) {
    return "a training step computes a loss that no backward pass gets to: a mistake, it seems";
  }
  const bool answers = region.eval.call == kNoNode && answers_callers(c.model, scope) &&
                       (c.model.is_generator(scope) || !c.model.returned_values(scope).empty());
  if (answers) return fact_of_callers_elsewhere(c.model, scope, fate);
  const bool gives_output =
      !region.is_loop && !c.tree.is(scope, Kind::Module) && fate.has(Sink::Returned);
  if (gives_output && gives_results_of_evaluation(c, scope, region)) {
    return fact_of_callers_elsewhere(c.model, scope, fate);
  }
  if (gives_output && gives_numbers_beside(c, scope, region)) {
    return fact_of_callers_elsewhere(c.model, scope, fate);
  }
  if (gives_output && (only_infers(c.model) || is_unneeded_by_callers(c.model, scope))) return "";
  if (gives_output) return "the output goes to callers that are not visible here";
  return "";
}

}  // namespace mlfix
