// The hook must come from a function that is given the key, so that both keys are seen.

#include "torch/hooks/hook_guard.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/flow/places.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"
#include "torch/hooks/hooks.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix {
namespace {

struct KeyTest {
  NodeId statement = kNoNode;  // the `if`
  NodeId key = kNoNode;
  NodeId place = kNoNode;  // self.seen
};

// The innermost `if` around the registration, when it is `if key not in self.seen:`.
std::optional<KeyTest> test_around(const SemanticModel& model, NodeId registration) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = model.block_of(registration);
  const NodeId branch = tree.parent(block);
  if (!tree.is(branch, Kind::IfStatement) || tree.child(branch, Field::Consequence) != block) {
    return std::nullopt;
  }
  const NodeId test = model.strip_parentheses(tree.child(branch, Field::Condition));
  if (!tree.is(test, Kind::ComparisonOperator)) return std::nullopt;
  const NodeId key = tree.first_child(test), op = tree.next_sibling(key);
  const NodeId place = op == kNoNode ? NodeId{kNoNode} : tree.next_sibling(op);
  const bool asks = tree.text(op) == "not in" && is_attribute_of_self(tree, place) &&
                    tree.next_sibling(place) == kNoNode;
  return asks ? std::optional(KeyTest{branch, key, place}) : std::nullopt;
}

bool is_empty_dict(const SyntaxTree& tree, NodeId value) {
  return tree.is(value, Kind::Dictionary) && tree.first_child(value) == kNoNode;
}

// `place[key] = …`: the key, when `place` is that place.
NodeId key_stored_at(const SyntaxTree& tree, NodeId place) {
  const NodeId item = tree.parent(place);
  const bool stored = tree.is(item, Kind::Subscript) && tree.field(item) == Field::Left &&
                      tree.is(tree.parent(item), Kind::Assignment);
  return stored ? tree.child(item, Field::Subscript) : NodeId{kNoNode};
}

// The one key under which `code` fills the place, where nobody else puts anything into it;
// kNoNode otherwise.
NodeId key_of_filling(const SemanticModel& model, NodeId code, NodeId place) {
  const SyntaxTree& tree = model.tree();
  NodeId filled = kNoNode;
  for (const AttributeAccess& access : model.attribute_accesses(last_name(tree, place))) {
    const NodeId parent = tree.parent(access.node);
    if (access.is_store) {
      if (!is_empty_dict(tree, tree.child(parent, Field::Right))) return kNoNode;
    } else if (const NodeId key = key_stored_at(tree, access.node); key != kNoNode) {
      if (filled != kNoNode || !tree.contains(code, access.node)) return kNoNode;
      filled = key;
    } else if (!tree.is(parent, Kind::ComparisonOperator) && !tree.is(parent, Kind::Subscript)) {
      return kNoNode;
    }
  }
  return filled;
}

// The argument that the call of `maker` gives to the parameter that `name` reads.
NodeId given_for(const SemanticModel& model, const HookCode& code, NodeId name) {
  if (!model.tree().is(name, Kind::Identifier)) return kNoNode;
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return kNoNode;
  const NodeId maker = model.callee(code.factory);
  for (const NodeId argument : model.arguments(code.factory)) {
    if (model.calls().parameter_for(code.factory, maker, argument) ==
        model.bindings().definition(def).node) {
      return argument;
    }
  }
  return kNoNode;
}

bool is_name_of_parameter(const SemanticModel& model, NodeId name) {
  if (!model.tree().is(name, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(name);
  return def != kNone && model.bindings().definition(def).kind == DefKind::Parameter;
}

// An item of something, by way of a name.
bool is_item(const SemanticModel& model, NodeId expr) {
  const NodeId made = model.tree().is(expr, Kind::Identifier) ? assigned_value(model, expr) : expr;
  return model.tree().is(made, Kind::Subscript);
}

bool is_known_before(const SemanticModel& model, NodeId expr, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    if (tree.is(n, Kind::Call)) return false;
    const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : kNone;
    if (def != kNone && tree.contains(statement, model.bindings().definition(def).node)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<MistakenGuard> mistaken_guard(const SemanticModel& model,
                                            const HookRegistration& hook) {
  const auto test = test_around(model, hook.statement);
  if (!test || !is_name_of_parameter(model, test->key)) return std::nullopt;
  const HookCode code = code_of_hook(model, hook.hook);
  if (code.node == kNoNode || code.factory == kNoNode) return std::nullopt;
  const NodeId filled = key_of_filling(model, code.node, test->place);
  const NodeId stored = filled == kNoNode ? NodeId{kNoNode} : given_for(model, code, filled);
  if (stored == kNoNode || !is_item(model, stored)) return std::nullopt;
  return MistakenGuard{test->key, stored, is_known_before(model, stored, test->statement)};
}

}  // namespace mlfix
