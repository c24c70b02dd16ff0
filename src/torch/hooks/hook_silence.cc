// A hook that only tells its own function may go when that has what it wants.

#include "torch/hooks/hook_silence.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/revealed.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/hooks/hooks.h"

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

// Does the call ask something of what the hook is given, but for what tensors give without a trace?
bool is_doubtful(const SemanticModel& model, NodeId hook, NodeId call) {
  if (model.facts(call).could_be(Fact::Module)) return true;
  const std::string_view method = model.method_name(call);
  const NodeId receiver = method.empty() ? NodeId{kNoNode} : model.receiver_of_call(call, method);
  const NodeId root = receiver == kNoNode ? NodeId{kNoNode} : root_of_chain(model, receiver);
  const DefId def =
      model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Parameter ||
      model.function_of(root) != hook) {
    return false;
  }
  const MethodInfo* info = model.knowledge().method(method, {FactSet(), Fact::Tensor, {}});
  return info == nullptr || info->in_place || info->effects != 0;
}

// The names at the roots of what the hook counts on: of `place[0] += 1`.
std::set<std::string_view> counters_of(const SemanticModel& model, NodeId hook) {
  const SyntaxTree& tree = model.tree();
  std::set<std::string_view> found;
  for (NodeId n = hook; n < tree.subtree_end(hook); ++n) {
    if (!tree.is(n, Kind::AugmentedAssignment)) continue;
    const NodeId root = root_of(model, tree.child(n, Field::Left));
    if (root != kNoNode) found.insert(tree.text(root));
  }
  return found;
}

// Does the hook go through a table of some length, so that it fails when the module runs once more:
// out[place[0]] = output, or table.index(None)?
bool may_come_to_an_end(const SemanticModel& model, NodeId hook) {
  const SyntaxTree& tree = model.tree();
  const std::set<std::string_view> counters = counters_of(model, hook);
  const auto counts = [&](NodeId index) {
    for (NodeId n = index; n < tree.subtree_end(index); ++n) {
      if (tree.is(n, Kind::Identifier) && counters.contains(tree.text(n))) return true;
    }
    return false;
  };
  for (NodeId n = hook; n < tree.subtree_end(hook); ++n) {
    if (tree.is(n, Kind::Call) && model.method_name(n) == "index") return true;
    if (!tree.is(n, Kind::Subscript)) continue;
    for (const NodeId index : tree.children(n)) {
      if (index != tree.child(n, Field::Value) && counts(index)) return true;
    }
  }
  return false;
}

bool does_doubtful_things(const SemanticModel& model, NodeId hook) {
  if (hook == kNoNode) return false;
  const SyntaxTree& tree = model.tree();
  for (NodeId n = hook; n < tree.subtree_end(hook); ++n) {
    if (tree.is(n, Kind::Call) && is_doubtful(model, hook, n)) return true;
  }
  return may_come_to_an_end(model, hook);
}

// Does the file pickle or compile something, and go on where that fails, as it does for a module
// that has a local function or a lambda for a hook? Many hooks ask once.
struct TriedPickles {
  explicit TriedPickles(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size() && !any; ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      const std::string name = model.qualified_text(tree.child(n, Field::Function));
      any = model.knowledge().covers(Meaning::NeedsNamedCode, name) && is_tried(model, n);
    }
  }
  bool any = false;
};

}  // namespace

Answer<Claim::HookUnheard> hook_unheard(const SemanticModel& model, const HookRegistration& hook,
                                        const ModuleUses& uses, const HookEffects& effects,
                                        const HookLifetime& life, NodeId scope) {
  const auto assumed = [&](std::string text) {
    return Assumption{AssumptionKind::HookNotAwaited, std::move(text), hook.call};
  };
  if (life.in_loop) return assumed("one hook at a time is meant, not one more in each iteration");
  if (!uses.is_local) {
    const HookCode code = code_of_hook(model, hook.hook);
    if (code.is_method) {
      return assumed("no class derived from this one has another `" +
                     std::string(last_name(model.tree(), hook.hook)) +
                     "`, which later runs of the module are meant to call");
    }
    if (does_doubtful_things(model, code.node)) {
      return assumed("later runs of the module do without what else the hook does");
    }
    if (model.notes<TriedPickles>(model).any)
      return assumed("what fails to be pickled is not to fail");
    if (reaches_hook_tables(model)) return assumed("nobody counts the hooks of the module");
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
