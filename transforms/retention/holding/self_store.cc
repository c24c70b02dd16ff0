// Attributes are told apart by name alone, so that somebody else's release counts,
// too: the answer errs to "released".

#include "transforms/retention/holding/self_store.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "semantic/names/access_path.h"
#include "torch/module/module_state.h"

namespace mlfix {
namespace {

constexpr auto kStoring =
    std::to_array<std::string_view>({"append", "appendleft", "extend", "insert", "add"});

}  // namespace

NodeId attribute_of_self(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = without_items(model, place);
  if (!tree.is(place, Kind::Attribute)) return kNoNode;
  return tree.text(tree.child(place, Field::Object)) == "self" ? place : kNoNode;
}

SelfStore self_store_of(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Call)) {
    const std::string_view method = model.method_name(n);
    if (std::find(kStoring.begin(), kStoring.end(), method) == kStoring.end()) return {};
    const NodeId attribute = attribute_of_self(model, model.receiver_of_call(n, method));
    const std::vector<NodeId> arguments = model.arguments(n);
    const bool stores = attribute != kNoNode && !arguments.empty() &&
                        !model.facts(attribute).may_be(Fact::Tensor) &&
                        !model.facts(attribute).may_be(Fact::Module);
    return stores ? SelfStore{attribute, arguments.back(), true} : SelfStore{};
  }
  const NodeId left = tree.child(n, Field::Left);
  const NodeId right = model.strip_parentheses(tree.child(n, Field::Right));
  // x = self.h = f(x): the value has another reader.
  if (tree.is(right, Kind::Assignment) || tree.is(tree.parent(n), Kind::Assignment)) return {};
  const NodeId attribute = attribute_of_self(model, left);
  if (attribute == kNoNode || right == kNoNode) return {};
  if (tree.is(n, Kind::AugmentedAssignment)) {
    return tree.is(right, Kind::List) ? SelfStore{attribute, right, true} : SelfStore{};
  }
  return {attribute, right, tree.is(left, Kind::Subscript)};
}

bool runs_in_forward(const SemanticModel& model, NodeId n) {
  if (in_module_method(model, n, "forward")) return true;
  if (module_class_of(model, n) == kNoNode) return false;
  const auto& calls = model.call_sites(model.function_of(n)).calls;
  return std::any_of(calls.begin(), calls.end(), [&](NodeId call) {
    return in_module_method(model, call, "forward") &&
           module_class_of(model, call) == module_class_of(model, n);
  });
}

bool is_released_elsewhere(const SemanticModel& model, const SelfStore& store) {
  const SyntaxTree& tree = model.tree();
  const std::string_view name = tree.text(tree.child(store.attribute, Field::Attribute));
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    const NodeId function = model.function_of(access.node);
    const bool built =
        function != kNoNode && tree.text(tree.child(function, Field::Name)) == "__init__";
    if (built || access.node == store.attribute) continue;
    NodeId up = tree.parent(access.node);
    if (tree.is(up, Kind::Subscript)) up = tree.parent(up);
    if (tree.is(up, Kind::DeleteStatement)) return true;
    const Consumer consumer = model.consumer_of(access.node);
    if (consumer.role == Role::MethodReceiver &&
        (consumer.name == "clear" || consumer.name == "pop" || consumer.name == "popleft")) {
      return true;
    }
    const NodeId right = tree.is(up, Kind::Assignment) ? tree.child(up, Field::Right) : kNoNode;
    if (right == kNoNode || !access.is_store) continue;
    if (tree.is(right, Kind::None) || (store.grows && up != tree.parent(store.attribute))) {
      return true;
    }
  }
  return false;
}

}  // namespace mlfix
