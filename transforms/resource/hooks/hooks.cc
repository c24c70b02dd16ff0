// A handle is an obligation, which only its `remove()` meets. It counts as lost when the value-flow
// engine finds nobody who calls that, or might.

#include "transforms/resource/hooks/hooks.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/flow/long_lived.h"
#include "semantic/obligation/holders.h"
#include "semantic/obligation/release_flow.h"
#include "torch/module/module_uses.h"

namespace mlfix {
namespace {

// A handle is given back by the method that removes its hook.
const ResourceInfo& row_of_handles() {
  static const ResourceInfo row = [] {
    ResourceInfo handle;
    handle.release = "remove";
    handle.released_by.add("remove");
    return handle;
  }();
  return row;
}

std::vector<NodeId> reads_of(const Bindings& bindings, const Variable& variable) {
  std::vector<NodeId> reads;
  for (const UseId use : variable.uses) reads.push_back(bindings.use(use).node);
  return reads;
}

// A name bound to the handle alone, by which nobody removes the hook.
NodeId lost_name(const SemanticModel& model, NodeId call) {
  const Bindings& bindings = model.bindings();
  const NodeId name = name_of_result(model, call);
  if (name == kNoNode || !model.tree().is(model.tree().parent(call), Kind::Assignment)) {
    return kNoNode;
  }
  const Variable& variable = bindings.variable_of(bindings.definition_at(name));
  const bool own = !variable.declared_global && variable.definitions.size() == 1;
  return own && leave_handles(model, reads_of(bindings, variable)) ? name : NodeId{kNoNode};
}

// Whether nobody takes a handle out of the list, by its definition.
struct ListsOfHandles {
  std::unordered_map<DefId, bool> left;
};

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
    list = name_of_result(model, consumer.node);
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
  if (!own) return kNoNode;
  const auto [known, is_new] = model.notes<ListsOfHandles>().left.try_emplace(def);
  if (is_new) known->second = leave_handles(model, reads_of(bindings, variable));
  return known->second ? list : NodeId{kNoNode};
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

bool leave_handles(const SemanticModel& model, std::span<const NodeId> reads) {
  const Bindings& bindings = model.bindings();
  const ReleaseFlow policy(row_of_handles());
  ValueFlow flow(model, policy);
  for (const NodeId read : reads) flow.start_expression(read);
  // A `with` statement removes the hook at its end.
  const auto enters = [&](NodeId read) { return model.consumer_of(read).role == Role::WithItem; };
  return flow.run().empty() && std::ranges::none_of(reads, enters) &&
         std::ranges::none_of(flow.definitions(), [&](DefId def) {
           return std::ranges::any_of(bindings.definition(def).uses,
                                      [&](UseId use) { return enters(bindings.use(use).node); });
         });
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
  found.handle = lost_name(model, call);
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
