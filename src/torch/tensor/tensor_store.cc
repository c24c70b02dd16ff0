// What is written into a view gets to the tensor behind it, which may be one that is
// differentiated. So only a tensor counts that its maker gave a memory of its own.

#include "torch/tensor/tensor_store.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// torch.zeros(n, d), also with .to(device) and the like behind it.
bool makes_own_memory(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  for (;;) {
    value = model.strip_parentheses(value);
    if (!tree.is(value, Kind::Call)) return false;
    const Symbol symbol = model.qualified_name(tree.child(value, Field::Function));
    const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
    if (info != nullptr) return info->leaf_constructor;
    const std::string_view method = model.method_name(value);
    if (method.empty()) return false;
    value = model.receiver_of_call(value, method);
  }
}

bool is_set_to_own_memory(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  if (tree.text(tree.child(attribute, Field::Object)) != "self") return false;
  const NodeId klass = model.class_of(attribute);
  const std::string_view name = tree.text(tree.child(attribute, Field::Attribute));
  return std::ranges::any_of(model.attribute_accesses(name), [&](const AttributeAccess& access) {
    const NodeId assignment = tree.parent(access.node);
    return access.is_store && access.klass == klass && tree.is(assignment, Kind::Assignment) &&
           makes_own_memory(model, tree.child(assignment, Field::Right));
  });
}

bool has_own_memory(const SemanticModel& model, NodeId tensor) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(tensor, Kind::Attribute)) return is_set_to_own_memory(model, tensor);
  const DefId def =
      tree.is(tensor, Kind::Identifier) ? model.bindings().reaching(tensor) : DefId{kNone};
  if (def == kNone) return false;
  const Definition& made = model.bindings().definition(def);
  return made.kind == DefKind::Assign && makes_own_memory(model, made.value);
}

// The last of the values that the call is given by place.
NodeId last_given_by_place(const SemanticModel& model, NodeId call) {
  NodeId last = kNoNode;
  for (const NodeId argument : model.arguments(call)) {
    if (!model.tree().is(model.tree().parent(argument), Kind::KeywordArgument)) last = argument;
  }
  return last;
}

// index_copy_(dim, index, value), masked_scatter_(mask, value): says first where the value goes.
bool writes_where_it_is_told(const SemanticModel& model, NodeId call, std::string_view method) {
  const MethodInfo* info = model.knowledge().method(method, {FactSet(), Fact::Tensor, {}});
  return info != nullptr && info->in_place && info->result_keeps_graph &&
         !model.means(Meaning::UpdatesStatistic, method) && model.arguments(call).size() > 1;
}

}  // namespace

std::optional<ContainerStore> store_in_place(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (!method.ends_with('_')) return std::nullopt;  // none is in place
  const NodeId receiver = model.receiver_of_call(call, method);
  const bool overwrites =
      model.means(Meaning::OverwritesTensor, method) && model.tree().is(receiver, Kind::Subscript);
  if (!overwrites && !writes_where_it_is_told(model, call, method)) return std::nullopt;
  const NodeId value = last_given_by_place(model, call);
  return value == kNoNode ? std::nullopt : std::optional(ContainerStore{receiver, value});
}

std::optional<ContainerStore> store_into_tensor(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  NodeId tensor = kNoNode, value = kNoNode;
  if (tree.is(n, Kind::Assignment)) {
    tensor = tree.child(n, Field::Left);
    value = tree.child(n, Field::Right);
    if (value == kNoNode || !tree.is(tensor, Kind::Subscript)) return std::nullopt;
  } else if (const auto store = store_in_place(model, n)) {
    tensor = store->container;
    value = store->value;
  } else {
    return std::nullopt;
  }
  while (tree.is(tensor, Kind::Subscript)) tensor = tree.child(tensor, Field::Value);
  if (!has_own_memory(model, tensor)) return std::nullopt;
  return ContainerStore{tensor, model.strip_parentheses(value)};
}

}  // namespace mlfix
