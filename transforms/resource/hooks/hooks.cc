// A handle counts as lost when nothing reads it; where it is kept, somebody may remove the
// hook.

#include "transforms/resource/hooks/hooks.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/flow/long_lived.h"
#include "torch/module/module_uses.h"

namespace mlfix {
namespace {

// A name bound to the handle that no one reads.
NodeId unread_target(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  const NodeId target = tree.child(assignment, Field::Left);
  if (!tree.is(assignment, Kind::Assignment) || tree.child(assignment, Field::Right) != call ||
      !tree.is(target, Kind::Identifier) ||
      !tree.is(tree.parent(assignment), Kind::ExpressionStatement)) {
    return kNoNode;
  }
  const Variable& variable = model.bindings().variable_of(model.bindings().definition_at(target));
  return variable.uses.empty() && variable.definitions.size() == 1 ? target : kNoNode;
}

// Does this read of a list of handles leave them where they are: does it add one, ask for the
// length, or test whether there are any?
bool leaves_handles(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  switch (consumer.role) {
    case Role::MethodReceiver:
      return consumer.name == "append" && model.consumer_of(consumer.node).role == Role::Discarded;
    case Role::Argument:
      return model.is_call_to(consumer.node, "builtins.len");
    default:
      return consumer.role == Role::Condition;
  }
}

// Whether nobody takes a handle out of the list, by its definition.
struct ListsOfHandles {
  std::unordered_map<DefId, bool> left;
};

bool leaves_all_handles(const SemanticModel& model, DefId def, const Variable& variable) {
  const auto [known, is_new] = model.notes<ListsOfHandles>().left.try_emplace(def);
  if (is_new) {
    known->second = std::ranges::all_of(variable.uses, [&](UseId use) {
      return leaves_handles(model, model.bindings().use(use).node);
    });
  }
  return known->second;
}

// The list of the function that the call is appended to, or that a comprehension of such calls
// makes, when nobody ever takes a handle out of it.
NodeId abandoned_list(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const Consumer consumer = model.consumer_of(call);
  NodeId list = kNoNode;
  if (consumer.role == Role::Argument && model.method_name(consumer.node) == "append") {
    list = model.receiver_of_call(consumer.node, "append");
  } else if (consumer.role == Role::Element && tree.is(consumer.node, Kind::ListComprehension)) {
    const Consumer made = model.consumer_of(consumer.node);
    const bool named = made.role == Role::Assigned && tree.is(made.node, Kind::Assignment);
    list = named ? tree.child(made.node, Field::Left) : NodeId{kNoNode};
  }
  if (!tree.is(list, Kind::Identifier)) return kNoNode;
  DefId def = bindings.definition_at(list);
  if (def == kNone) def = bindings.reaching(list);
  if (def == kNone || model.function_of(list) == kNoNode) return kNoNode;
  const Variable& variable = bindings.variable_of(def);
  const Definition& made = bindings.definition(variable.definitions.front());
  const bool own = bindings.scope(variable.scope).node == model.function_of(list) &&
                   variable.definitions.size() == 1 && made.kind == DefKind::Assign &&
                   made.value != kNoNode && makes_container(model, made.value);
  return own && leaves_all_handles(model, def, variable) ? list : NodeId{kNoNode};
}

// The calls of the file that register hooks.
struct HookCalls {
  explicit HookCalls(const SemanticModel& model) {
    for (NodeId n = 0; n < model.tree().size(); ++n) {
      if (!model.tree().is(n, Kind::Call) || !registers_hook(model, n)) continue;
      all.push_back(n);
      ++by_function[model.function_of(n)];
    }
  }

  std::vector<NodeId> all;  // in source order
  std::unordered_map<NodeId, std::size_t> by_function;
};

}  // namespace

std::size_t number_of_hook(const SemanticModel& model, NodeId scope, NodeId call) {
  const std::vector<NodeId>& all = model.notes<HookCalls>(model).all;
  const auto first = std::ranges::lower_bound(all, scope);
  return static_cast<std::size_t>(std::ranges::lower_bound(all, call) - first) + 1;
}

std::size_t hooks_registered_in(const SemanticModel& model, NodeId function) {
  const auto& by_function = model.notes<HookCalls>(model).by_function;
  const auto found = by_function.find(function);
  return found == by_function.end() ? 0 : found->second;
}

bool registers_hook(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  return model.means(Meaning::RegistersForwardHook, method) ||
         model.means(Meaning::RegistersBackwardHook, method);
}

std::optional<HookRegistration> lost_registration(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::string_view method = model.method_name(call);
  HookRegistration found;
  found.call = call;
  found.on_backward = model.means(Meaning::RegistersBackwardHook, method);
  if (!registers_hook(model, call)) {
    return std::nullopt;
  }
  found.receiver = model.receiver_of_call(call, method);
  found.statement = model.statement_of(call);
  found.handle = unread_target(model, call);
  const bool dropped = tree.is(found.statement, Kind::ExpressionStatement) &&
                       tree.first_child(found.statement) == call;
  if (!dropped && found.handle == kNoNode) found.handles = abandoned_list(model, call);
  const bool lost = dropped || found.handle != kNoNode || found.handles != kNoNode;
  if (found.receiver == kNoNode || !lost || model.callee(call) != kNoNode) {
    return std::nullopt;
  }
  // A hook on an activation dies with it; a parameter stays.
  if (method == "register_hook" && !model.facts(found.receiver).must_be(Fact::Parameter) &&
      !is_parameter_attribute(model, found.receiver)) {
    return std::nullopt;
  }
  found.hook = model.argument(call, 0, "hook");
  return found.hook == kNoNode ? std::nullopt : std::optional(found);
}

}  // namespace mlfix
