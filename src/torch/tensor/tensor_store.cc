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

// The part of a tensor that the assignment or the call writes over, and the value.
ContainerStore part_written_by(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Assignment)) {
    return {tree.child(n, Field::Left), tree.child(n, Field::Right)};
  }
  const std::string_view method = model.method_name(n);
  if (!model.means(Meaning::OverwritesTensor, method)) return {};
  return {model.receiver_of_call(n, method), model.argument(n, 0, "")};
}

}  // namespace

std::optional<ContainerStore> store_into_tensor(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  auto [tensor, value] = part_written_by(model, n);
  if (value == kNoNode || !tree.is(tensor, Kind::Subscript)) return std::nullopt;
  while (tree.is(tensor, Kind::Subscript)) tensor = tree.child(tensor, Field::Value);
  if (!has_own_memory(model, tensor)) return std::nullopt;
  return ContainerStore{tensor, model.strip_parentheses(value)};
}

}  // namespace mlfix
