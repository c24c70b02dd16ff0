#include "transforms/gradient/evaluating/switching.h"

#include <fmt/format.h>

#include <utility>

#include "torch/evaluation/called_modules.h"
#include "torch/evaluation/hooked_features.h"
#include "torch/evaluation/measurement.h"
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

Verdict verdict_on(const Context& c, NodeId scope, const EvalRegion& region, Span span) {
  const GradientAnswers known = answers_about_gradients(c.model, span, {region.first, region.last});
  Verdict verdict =
      Verdict::of(SafeChange::kSwitchGradientsOff, known.mode, known.first_run, known.callees,
                  known.callers, runs_known_modules(c.model, region, span),
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
