// A hook that only tells its own function may go when that has what it wants.

#include "torch/hooks/hook_silence.h"

#include <algorithm>
#include <string>
#include <utility>

#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"

namespace mlfix {

template <>
class Prover<Claim::HookUnheard> {
 public:
  static Proof<Claim::HookUnheard> proven() { return {}; }
};

namespace {

// Could a caller differentiate what `scope` returns?
bool returns_graph(const SemanticModel& model, NodeId scope) {
  return std::ranges::any_of(model.returned_values(scope), [&](NodeId value) {
    return !model.facts(value).must.has_any(Fact::NoGraph | Fact::Number);
  });
}

// Does a module run in `scope` after the lifetime: this one, by a name that
// can't be told from another's?
bool modules_run_behind(const SemanticModel& model, const HookLifetime& life, NodeId scope) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = tree.subtree_end(life.last); n < tree.subtree_end(scope); ++n) {
    if (tree.is(n, Kind::Call) && model.effects(n).has(Effect::ModuleForward)) return true;
  }
  return false;
}

}  // namespace

Answer<Claim::HookUnheard> hook_unheard(const SemanticModel& model, const HookRegistration& hook,
                                        const ModuleUses& uses, const HookEffects& effects,
                                        const HookLifetime& life, NodeId scope) {
  const auto assumed = [&](std::string text) {
    return Assumption{AssumptionKind::HookNotAwaited, std::move(text), hook.call};
  };
  if (life.in_loop) return assumed("one hook at a time is meant, not one more in each iteration");
  if (!uses.is_local) {
    if (effects.observable) {
      return assumed("nobody wants to hear from the hook when the module runs later");
    }
    if (effects.audience == Audience::Callers) {
      return assumed("later runs of the module are not meant to go on filling `" +
                     std::string(effects.filled) + "`");
    }
    if (modules_run_behind(model, life, scope)) {
      return assumed("the modules that run after the removal do not contain this one");
    }
  }
  if (hook.on_backward && returns_graph(model, scope)) {
    return Assumption{AssumptionKind::CallerNeedsNoGraph,
                      "no caller differentiates what the function returns", hook.call};
  }
  return Prover<Claim::HookUnheard>::proven();
}

}  // namespace mlfix
