// An entry whose key is the same in every iteration is replaced, not added.

#include "semantic/flow/container_store.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Is the key another one in every iteration? Otherwise the entry is replaced.
bool key_varies(const SemanticModel& model, NodeId key, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(statement);
  if (loop == kNoNode) return false;
  for (NodeId n = key; n < tree.subtree_end(key); ++n) {
    const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : DefId{kNone};
    if (def != kNone && tree.contains(loop, model.bindings().definition(def).node)) return true;
  }
  return false;
}

}  // namespace

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
