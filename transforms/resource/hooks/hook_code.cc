// A name counts only where it is a def or a lambda of the file.

#include "transforms/resource/hooks/hook_code.h"

#include <vector>

namespace mlfix {
namespace {

NodeId definition_of(const SemanticModel& model, NodeId name) {
  const Bindings& bindings = model.bindings();
  const DefId d = bindings.reaching(name);
  if (d == kNone) {
    return kNoNode;
  }
  const Definition& definition = bindings.definition(d);
  if (definition.kind == DefKind::Function) {
    return model.tree().parent(definition.node);
  }
  const bool is_lambda =
      definition.kind == DefKind::Assign && model.tree().is(definition.value, Kind::Lambda);
  return is_lambda ? definition.value : kNoNode;
}

// The only thing that `function` returns, when that is a def inside it.
NodeId returned_function(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  NodeId found = kNoNode;
  for (const NodeId statement : model.returns_of(function)) {
    const NodeId value = tree.first_child(statement);
    if (found != kNoNode || value == kNoNode) {
      return kNoNode;
    }
    found = tree.is(value, Kind::Identifier) ? definition_of(model, value) : value;
  }
  const bool inside = found != kNoNode && tree.contains(function, found);
  return inside && (tree.is(found, Kind::Lambda) || tree.is(found, Kind::FunctionDefinition))
             ? found
             : kNoNode;
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
  if (tree.is(hook, Kind::Lambda)) {
    return {hook, kNoNode};
  }
  if (tree.is(hook, Kind::Identifier)) {
    return {definition_of(model, hook), kNoNode};
  }
  if (hook == kNoNode) {
    return {};
  }
  const NodeId maker = tree.is(hook, Kind::Call) ? model.callee(hook) : kNoNode;
  return maker == kNoNode ? HookCode{} : HookCode{returned_function(model, maker), hook};
}

}  // namespace mlfix
