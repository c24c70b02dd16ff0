// Numbers are read off the text; a function that repeats is recognised by its statements.

#include "torch/training/repeated_items.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/walk.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/training/loader.h"

namespace mlfix {
namespace {

// Up to here, what cycle keeps is no more than a few batches.
constexpr std::int64_t kSmall = 64;

// Is it `while True: yield from p`, or `for x in p: yield x` inside?
bool repeats_parameter(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const auto parameters = tree.children(tree.child(function, Field::Parameters));
  if (parameters.empty() || tree.next_sibling(*parameters.begin()) != kNoNode ||
      !tree.is(*parameters.begin(), Kind::Identifier)) {
    return false;
  }
  const std::string name(tree.text(*parameters.begin()));
  const auto body = model.statements(tree.child(function, Field::Body));
  if (body.size() != 1 || !tree.is(body[0], Kind::WhileStatement) ||
      !tree.is(tree.child(body[0], Field::Condition), Kind::True)) {
    return false;
  }
  const auto inner = model.statements(tree.child(body[0], Field::Body));
  if (inner.size() != 1) return false;
  if (!tree.is(inner[0], Kind::ForStatement)) return tree.text(inner[0]) == "yield from " + name;
  const auto given = model.statements(tree.child(inner[0], Field::Body));
  const std::string item(tree.text(tree.child(inner[0], Field::Left)));
  return tree.text(tree.child(inner[0], Field::Right)) == name && given.size() == 1 &&
         tree.text(given[0]) == "yield " + item;
}

// Does the call raise on purpose, or at the end of an iterator?
bool raises(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId callee = model.callee(call);
  const NodeId end = callee == kNoNode ? callee : tree.subtree_end(callee);
  for (NodeId n = callee; n < end; ++n) {
    if (tree.is(n, Kind::RaiseStatement)) return true;
  }
  return is_builtin_call(model, call, "next") && model.arguments(call).size() == 1;
}

bool may_raise_in(const SemanticModel& model, NodeId body) {
  bool found = false;
  for_each_node(model.tree(), body, model.tree().subtree_end(body), [&](NodeId n) {
    found = found || (model.tree().is(n, Kind::Call) && raises(model, n));
  });
  return found;
}

}  // namespace

bool has_few_elements(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = assigned_value(model, value);
  if (model.is_call_to(value, "builtins.range") || is_builtin_call(model, value, "range")) {
    const auto arguments = model.arguments(value);
    return !arguments.empty() &&
           has_few_elements(model, arguments[std::min<std::size_t>(arguments.size() - 1, 1)]);
  }
  const auto number = literal_number(model, value);
  if (number) return *number <= kSmall;
  return tree.is(value, Kind::List) || tree.is(value, Kind::Tuple) || tree.is(value, Kind::String);
}

NodeId endless_loop(const SemanticModel& model, NodeId used) {
  const SyntaxTree& tree = model.tree();
  const Consumer use = model.consumer_of(used);
  const NodeId loop = use.role == Role::Iterated ? use.node : kNoNode;
  const bool stays = tree.is(loop, Kind::ForStatement) && !may_leave_early(model, loop) &&
                     !may_raise_in(model, tree.child(loop, Field::Body));
  return stays ? loop : kNoNode;
}

NodeId repeating_function(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId n : model.statements(tree.root())) {
    if (n >= statement) break;
    if (tree.is(n, Kind::FunctionDefinition) && repeats_parameter(model, n)) return n;
  }
  return kNoNode;
}

}  // namespace mlfix
