// A name counts only where it is a def or a lambda of the file.

#include "torch/hooks/hook_code.h"

#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The def or lambda that a name or a lambda is; no method, which has an object to keep things on.
NodeId plain_function(const SemanticModel& model, NodeId expr) {
  const bool is_method = model.tree().is(expr, Kind::Attribute);
  return expr == kNoNode || is_method ? kNoNode : model.calls().function_value(expr);
}

// The only thing that `function` returns, when that is a function inside it.
NodeId returned_function(const SemanticModel& model, NodeId function) {
  const std::vector<NodeId>& returns = model.returns_of(function);
  if (returns.size() != 1) return kNoNode;
  const NodeId found = plain_function(model, model.tree().first_child(returns.front()));
  return found != kNoNode && model.tree().contains(function, found) ? found : NodeId{kNoNode};
}

}  // namespace

HookCode code_of_hook(const SemanticModel& model, NodeId hook) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(hook, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(hook);
    const bool assigned = d != kNone && model.bindings().definition(d).kind == DefKind::Assign;
    hook = assigned ? model.bindings().definition(d).value : hook;
  }
  if (tree.is(hook, Kind::Call) && model.is_call_to(hook, Meaning::BindsArguments) &&
      !model.arguments(hook).empty()) {
    hook = model.arguments(hook)[0];
  }
  if (const NodeId code = plain_function(model, hook); code != kNoNode) return {code, kNoNode};
  const NodeId maker = tree.is(hook, Kind::Call) ? model.callee(hook) : kNoNode;
  return maker == kNoNode ? HookCode{} : HookCode{returned_function(model, maker), hook};
}

}  // namespace mlfix
