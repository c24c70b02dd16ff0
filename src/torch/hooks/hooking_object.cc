// The names of the object are looked at, not its value: what it is given to is no matter, as it is
// given to nobody.

#include "torch/hooks/hooking_object.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/long_lived.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "torch/hooks/hook_lifetime.h"
#include "torch/hooks/hook_repetition.h"
#include "torch/module/autograd_function.h"

namespace mlfix {
namespace {

// The constructor that `creation` runs, when it is one of the class that has `hook`.
NodeId constructor_run_by(const SemanticModel& model, const HookRegistration& hook,
                          NodeId creation) {
  const SyntaxTree& tree = model.tree();
  const NodeId constructor = model.callee(creation);
  const bool runs =
      constructor != kNoNode && tree.text(tree.child(constructor, Field::Name)) == "__init__" &&
      model.method_class(constructor) != kNoNode &&
      model.method_class(constructor) == model.method_class(model.function_of(hook.call));
  return runs ? constructor : NodeId{kNoNode};
}

// Does a method of the class give the object itself, as `return self`?
bool gives_itself(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  const auto is_given_by = [&](NodeId method) {
    return std::ranges::any_of(model.returned_values(method), [&](NodeId value) {
      return tree.is(value, Kind::Identifier) && tree.text(value) == first_parameter(tree, method);
    });
  };
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (tree.is(n, Kind::FunctionDefinition) && is_given_by(n)) return true;
  }
  return false;
}

// The name that holds the object, and nothing of it leaves the iteration; or kNoNode.
NodeId name_in_iteration(const SemanticModel& model, NodeId creation) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId assignment = tree.parent(creation), loop = model.loop_of(creation);
  if (!tree.is(assignment, Kind::Assignment) || loop == kNoNode) return kNoNode;
  const NodeId target = tree.child(assignment, Field::Left);
  const NodeId statement = model.statement_of(creation);
  if (!tree.is(target, Kind::Identifier) || tree.first_child(statement) != assignment ||
      model.block_of(statement) != tree.child(loop, Field::Body)) {
    return kNoNode;
  }
  const DefId def = bindings.definition_at(target);
  const auto& uses = bindings.variable_of(def).uses;
  const bool stays = std::all_of(uses.begin(), uses.end(), [&](UseId use) {
    const NodeId read = bindings.use(use).node;
    const Role role = model.consumer_of(read).role;
    return bindings.reaching(read) == def && tree.contains(loop, read) &&
           model.function_of(read) == model.function_of(creation) &&
           (role == Role::MethodReceiver || role == Role::Receiver || role == Role::Callee);
  });
  return stays ? target : NodeId{kNoNode};
}

// The calls by which the object loses handles; nothing when one of its hooks has another owner, or
// waits for a backward pass after the iteration.
std::optional<std::vector<NodeId>> lost_by(const SemanticModel& model, NodeId klass,
                                           NodeId creation) {
  const NodeId made = model.statement_of(creation);
  const bool goes_backward = last_backward(model, model.block_of(made), made) != kNoNode;
  std::vector<NodeId> lost;
  for (const NodeId call : hook_calls(model)) {
    const bool own = model.tree().contains(klass, call);
    const auto hook = own ? lost_registration(model, call) : std::nullopt;
    if (!hook || repeating_call(model, *hook) != creation) continue;
    const bool waits = hook->on_backward && !goes_backward;
    if (model.method_class(model.function_of(call)) != klass || hook->handle != kNoNode || waits) {
      return std::nullopt;
    }
    lost.push_back(call);
  }
  return lost;
}

}  // namespace

std::optional<HookingObject> object_of_iteration(const SemanticModel& model,
                                                 const HookRegistration& hook, NodeId creation) {
  const NodeId constructor = constructor_run_by(model, hook, creation);
  if (constructor == kNoNode) return std::nullopt;
  const bool in_other_loop = std::ranges::any_of(
      model.call_sites(constructor).calls,
      [&](NodeId call) { return call != creation && model.loop_of(call) != kNoNode; });
  const NodeId name = name_in_iteration(model, creation);
  const NodeId klass = model.method_class(constructor);
  if (in_other_loop || name == kNoNode || unseen_base(model, klass) != kNoNode ||
      gives_itself(model, klass)) {
    return std::nullopt;
  }
  auto lost = lost_by(model, klass, creation);
  if (!lost) return std::nullopt;
  return HookingObject{constructor, name, std::move(*lost)};
}

}  // namespace mlfix
