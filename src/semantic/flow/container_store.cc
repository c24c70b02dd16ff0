// An entry whose key is the same in every iteration, or call, is replaced, not added.

#include "semantic/flow/container_store.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/elements.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Is the expression a parameter, or made of one: a text, its hash? A call may bring another one.
bool is_made_of_parameter(const SemanticModel& model, NodeId expr, bool follows_name) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : DefId{kNone};
    if (def == kNone) continue;
    const Definition& made = model.bindings().definition(def);
    if (made.kind == DefKind::Parameter && tree.text(made.node) != "self") return true;
    if (follows_name && made.kind == DefKind::Assign &&
        is_made_of_parameter(model, made.value, false)) {
      return true;
    }
  }
  return false;
}

// Is the key another one in every iteration, or call? Otherwise the entry is replaced.
bool key_varies(const SemanticModel& model, NodeId key, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(statement);
  if (loop == kNoNode) return is_made_of_parameter(model, key, true);
  for (NodeId n = key; n < tree.subtree_end(key); ++n) {
    const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : DefId{kNone};
    if (def != kNone && tree.contains(loop, model.bindings().definition(def).node)) return true;
  }
  return false;
}

std::vector<NodeId> elements_written(const SemanticModel& model, NodeId display) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(display, Kind::List) && !tree.is(display, Kind::Tuple)) return {};
  const Elements& elements = placed_elements(model, display);
  return elements.have_star() ? std::vector<NodeId>() : elements.all;
}

// The definition of a name that a loop binds, alone or in a tuple; nullptr of any other.
const Definition* bound_by_loop(const SemanticModel& model, NodeId name) {
  const DefId def =
      model.tree().is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::For) return nullptr;
  return &model.bindings().definition(def);
}

}  // namespace

std::vector<NodeId> given_in_turn(const SemanticModel& model, const Definition& d) {
  const SyntaxTree& tree = model.tree();
  const NodeId pattern = tree.parent(d.node);
  const NodeId loop = tree.parent(pattern);
  if (d.kind != DefKind::For || !tree.is(loop, Kind::ForStatement) ||
      tree.child(loop, Field::Left) != pattern) {
    return {};
  }
  const int place = position_among(model, pattern, d.node);
  if (place < 0) return {};
  const NodeId over = model.strip_parentheses(tree.child(loop, Field::Right));
  if (model.is_call_to(over, "builtins.zip")) {
    const NodeId display = model.argument(over, place, "");
    return display == kNoNode ? std::vector<NodeId>() : elements_written(model, display);
  }
  std::vector<NodeId> given;
  for (const NodeId pair : elements_written(model, over)) {
    const std::vector<NodeId> both = elements_written(model, pair);
    if (std::cmp_greater_equal(place, both.size())) return {};
    given.push_back(both[static_cast<std::size_t>(place)]);
  }
  return given;
}

std::vector<ContainerStore> stores_in_turn(const SemanticModel& model,
                                           const ContainerStore& store) {
  const Definition* container = bound_by_loop(model, store.container);
  const Definition* value = bound_by_loop(model, store.value);
  if (container == nullptr || value == nullptr || container->value != value->value) return {store};
  const auto containers = given_in_turn(model, *container);
  const auto values = given_in_turn(model, *value);
  if (containers.empty() || containers.size() != values.size()) return {store};
  std::vector<ContainerStore> stores;
  for (std::size_t i = 0; i < values.size(); ++i) stores.push_back({containers[i], values[i]});
  return stores;
}

std::optional<ContainerStore> store_by_method(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (!model.means(Meaning::StoresInContainer, method)) return std::nullopt;
  const NodeId container = model.receiver_of_call(call, method);
  const std::vector<NodeId> arguments = model.arguments(call);
  if (arguments.empty() || model.callee(call) != kNoNode) return std::nullopt;
  const Facts facts = model.facts(container);
  if (facts.may_be(Fact::Module) || facts.may_be(Fact::Tensor)) return std::nullopt;
  if ((method == "add" || method == "put") && !facts.may_be(Fact::Container)) {
    return std::nullopt;
  }
  return ContainerStore{container, arguments.back()};
}

std::optional<ContainerStore> store_by_assignment(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId target = tree.child(statement, Field::Left);
  NodeId value = model.strip_parentheses(tree.child(statement, Field::Right));
  if (tree.is(statement, Kind::AugmentedAssignment)) {
    const bool sequence = tree.is(value, Kind::List) || tree.is(value, Kind::Tuple) ||
                          tree.is(value, Kind::ListComprehension);
    return sequence ? std::optional(ContainerStore{target, value}) : std::nullopt;
  }
  if (tree.is(target, Kind::Subscript)) {
    const NodeId container = tree.child(target, Field::Value);
    const NodeId key = tree.child(target, Field::Subscript);
    const Facts facts = model.facts(container);
    if (!facts.may_be(Fact::Container) || facts.may_be(Fact::Tensor)) return std::nullopt;
    return key_varies(model, key, statement) ? std::optional(ContainerStore{container, value})
                                             : std::nullopt;
  }
  if (!tree.is(value, Kind::BinaryOperator)) return std::nullopt;
  const NodeId right = tree.child(value, Field::Right);
  if (!tree.is(right, Kind::List)) return std::nullopt;
  const NodeId before = tree.child(value, Field::Left);
  const bool grows = tree.text(before) == tree.text(target);
  return grows ? std::optional(ContainerStore{before, right}) : std::nullopt;
}

}  // namespace mlfix
