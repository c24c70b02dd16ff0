#include "transforms/gradient/evaluating/switching.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/called_modules.h"
#include "torch/evaluation/cast_cache.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/evaluation/hooked_features.h"
#include "torch/evaluation/measurement.h"
#include "torch/module/forward_pass.h"
#include "torch/training/old_torch.h"

namespace mlfix {

bool suspends(const Effects& effects, Form form) {
  return effects.has(Effect::Awaits) || (effects.has(Effect::Yields) && form == Form::Block);
}

std::optional<Switching> run_under(const Context& c, Span span, std::string_view manager,
                                   std::string_view arguments) {
  const auto spelled = c.edit.spell(span.first, manager);
  if (!spelled) return std::nullopt;
  const std::string call = fmt::format("{}({})", spelled->text, arguments);
  auto intents = c.edit.wrap_with(span.first, span.last, "with " + call + ":");
  if (!intents) return std::nullopt;
  append(*intents, spelled->imports);
  return Switching{"Run it under " + call, std::move(*intents), spelled->guards};
}

std::optional<Switching> decorate(const Context& c, NodeId function) {
  const auto no_grad = c.edit.spell(function, kNoGrad);
  if (!no_grad) return std::nullopt;
  const std::string decorator = "@" + no_grad->text + "()";
  auto intents = c.edit.decorate(function, decorator);
  if (!intents) return std::nullopt;
  append(*intents, no_grad->imports);
  return Switching{"Decorate the function with " + decorator, std::move(*intents), no_grad->guards};
}

namespace {

// Does the function give back a graph that none of the regions makes: does it run another module,
// or a method that is not seen, whose output its callers get?
bool returns_other_graph(const Context& c, NodeId function,
                         const std::vector<EvalRegion>& regions) {
  const auto is_in_region = [&](NodeId call) {
    return std::ranges::any_of(regions, [&](const EvalRegion& region) {
      return region.first <= call && call < c.tree.subtree_end(region.last);
    });
  };
  return std::ranges::any_of(calls_in_scope(c.model, function), [&](NodeId call) {
    if (is_in_region(call) || is_loss_call(c.model, call)) return false;
    const std::string_view method = c.model.method_name(call);
    const bool is_own = !method.empty() &&
                        c.tree.text(c.model.receiver_of_call(call, method)) == "self" &&
                        c.model.callee(call) == kNoNode;
    const bool runs_module = is_own || c.model.effects(call).has(Effect::ModuleForward);
    return runs_module && c.model.fate(call).has_any(GraphSinks::kEscapes);
  });
}

// In code: by these a runner asks which arguments a function takes, and doesn't look behind a
// decorator; or code asks who called it, and counts the decorator among them.
constexpr std::array<std::string_view, 7> kSeesDecorator = {
    "getfullargspec", "getargspec", "__code__",    "__defaults__",
    "stacklevel",     "_getframe",  "currentframe"};

}  // namespace

bool may_see_decorator(const SemanticModel& model) {
  return std::ranges::any_of(kSeesDecorator,
                             [&](std::string_view name) { return model.mentions(name); });
}

std::optional<Span> whole_function(const Context& c, NodeId function,
                                   const std::vector<EvalRegion>& regions) {
  const NodeId body =
      c.tree.is(function, Kind::Module) ? kNoNode : c.tree.child(function, Field::Body);
  if (body == kNoNode || c.tree.is_async(function) || is_compiled(c.model, function) ||
      c.tree.text(c.tree.child(function, Field::Name)) == "main") {
    return std::nullopt;
  }
  const auto statements = c.model.statements(body);
  const Span span{statements.front(), statements.back()};
  // A final m.train() is no obstacle: it does not care for gradients.
  const std::string_view obstacle = needs_gradients(c.model, span, Effect::TrainMode);
  const auto no_grad = c.edit.spell(function, kNoGrad);
  const bool spelled = no_grad && no_grad->imports.empty();
  const bool holds = obstacle.empty() && spelled &&
                     runs_only_evaluated_modules(c.model, function, regions) &&
                     !returns_other_graph(c, function, regions) &&
                     !fate_of_graphs(c.model, span, span).has(GraphSinks::kDifferentiated);
  return holds ? std::optional(span) : std::nullopt;
}

bool serves(const Context& c, NodeId function, Span whole, const EvalRegion& region) {
  const bool always =
      region.eval.call == kNoNode || c.model.block_of(c.model.statement_of(region.eval.call)) ==
                                         c.tree.child(function, Field::Body);
  if (!always) return false;
  const Span made{region.first, region.last};
  const GradientAnswers part = answers_about_gradients(c.model, made, made);
  return answers_about_gradients(c.model, whole, made).assumes_no_more_than(part) ||
         (!part.all_proven() && sounds_like_evaluation(c.model, function));
}

Span stretch_of(const Context& c, NodeId function, const std::vector<EvalRegion>& regions) {
  const NodeId body = c.tree.child(function, Field::Body);
  Span stretch{kNoNode, kNoNode};
  for (const NodeId statement : c.model.statements(body)) {
    const bool holds = std::ranges::any_of(regions, [&](const EvalRegion& region) {
      return c.tree.contains(statement, region.first) || c.tree.contains(statement, region.last);
    });
    if (!holds) continue;
    if (stretch.first == kNoNode) stretch.first = statement;
    stretch.last = statement;
  }
  return stretch;
}

Verdict verdict_on(const Context& c, NodeId scope, const EvalRegion& region, Span span) {
  const GradientAnswers known = answers_about_gradients(c.model, span, {region.first, region.last});
  Verdict verdict = Verdict::of(SafeChange::kSwitchGradientsOff, known.mode, known.first_run,
                                known.callees, known.callers, casts_apart(c.model, span),
                                runs_known_modules(c.model, region, span),
                                cost_unmeasured(c.model, scope, region.forwards[0]));
  if (says_volatile(c.model)) {
    verdict.lower_to({AssumptionKind::LibraryIsRecent,
                      "PyTorch is 0.4 or later, where `volatile` does nothing"});
  }
  if (takes_only_detached_features(c.model, region)) {
    verdict.lower_to({AssumptionKind::CalleeKeepsNoGraph,
                      "nobody differentiates what hooks keep of the last of these passes"});
  }
  return verdict;
}

}  // namespace mlfix
