// The effects that forbid switching gradients off, and what only makes it an
// assumption.

#include "transforms/gradient/evaluation/gradient_need.h"

#include "semantic/effects/background.h"
#include "torch/training/evaluation.h"

namespace mlfix {
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

// Objects that come from other files bring their code along.
bool may_need_graph_elsewhere(const SemanticModel& model, const Effects& effects) {
  const BackgroundEffects others = background_elsewhere(model);
  if ((others.iteration | others.operators) != 0) return true;
  if (effects.has(Effect::ModuleForward) && others.hooks != 0) return true;
  return effects.unseen_forward != kNoNode && others.forwards != 0;
}

}  // namespace

std::string_view needs_gradients(const SemanticModel& model, Span span,
                                 std::optional<Effect> harmless) {
  const Effects effects = model.effects(span.first, span.last);
  for (const Guard& guard : kNeedsGradients) {
    if (guard.effect != harmless && effects.has(guard.effect)) {
      return guard.fact;
    }
  }
  return unseen_training(model, span) == kNoNode ? ""
                                                 : "the region calls unseen code that may train";
}

std::string assumption(const SemanticModel& model, Span span, Span made) {
  const Effects effects = model.effects(span.first, span.last);
  if (effects.has(Effect::ReadsGradMode)) {
    return "the code does not depend on whether gradients are on";
  }
  if (fills_cache_in_forward(model)) {
    return "what forward() keeps from its first run is not trained through";
  }
  if (effects.has(Effect::FastPath)) {
    return "the fast path that Transformer layers take without gradients is welcome: values "
           "differ in the 7th digit, padded outputs may be shorter, hooks inside do not run";
  }
  if (effects.has(Effect::MayNeedGraph) || may_need_graph_elsewhere(model, effects)) {
    return "the code that runs here keeps no graph for later, and asks for no gradient";
  }
  const Fate fate = fate_of_graphs(model, span, made);
  const bool leaves = fate.returned || fate.stored_attribute || fate.lost;
  if (leaves) return "no caller differentiates what leaves this code";
  if (fate.unknown) return "the code it is given to does not differentiate it";
  return fate.revealed ? "nobody minds that tensors are printed or saved without their grad_fn"
                       : "";
}

}  // namespace mlfix
