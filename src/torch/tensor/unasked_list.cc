// A condition is a fact about the whole run of the function only when it is a parameter that
// stays what it is; so adding to the list can ask it as well as reading does.

#include "torch/tensor/unasked_list.h"

#include <algorithm>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The parameter's name in `flag` or `not flag`, or kNoNode.
NodeId flag_in(const SyntaxTree& tree, NodeId condition) {
  if (tree.is(condition, Kind::NotOperator)) condition = tree.child(condition, Field::Argument);
  return tree.is(condition, Kind::Identifier) ? condition : NodeId{kNoNode};
}

// Is the flag a parameter that is bound once, and `wanted` (false: its opposite) not its default?
bool is_off_by_default(const SemanticModel& model, NodeId flag, bool wanted) {
  const DefId d = model.bindings().reaching(flag);
  if (d == kNone || model.bindings().definition(d).kind != DefKind::Parameter) return false;
  const Variable& variable = model.bindings().variable_of(d);
  const SyntaxTree& tree = model.tree();
  const NodeId parameter = tree.parent(model.bindings().definition(d).node);
  const NodeId value = tree.child(parameter, Field::Value);
  return variable.definitions.size() == 1 && value != kNoNode &&
         tree.text(value) == (wanted ? "False" : "True");
}

struct AskedFlag {
  NodeId flag = kNoNode;
  bool set = true;
};

// The innermost such flag that decides whether `n` runs, or kNoNode.
AskedFlag asked_at(const SemanticModel& model, NodeId n, NodeId function) {
  const SyntaxTree& tree = model.tree();
  for (NodeId up = tree.parent(n); up != function && up != kNoNode; n = up, up = tree.parent(up)) {
    NodeId condition = kNoNode;
    bool holds = true;
    if (tree.is(up, Kind::ConditionalExpression)) {
      const auto parts = tree.children(up);
      auto part = parts.begin();
      const NodeId then = *part;
      condition = *++part;
      if (n == condition) continue;
      holds = n == then;
    } else if (tree.is(up, Kind::IfStatement)) {
      condition = tree.child(up, Field::Condition);
      if (n == condition || tree.is(n, Kind::ElifClause)) continue;
      holds = !tree.is(n, Kind::ElseClause);
    }
    const NodeId flag = condition == kNoNode ? condition : flag_in(tree, condition);
    if (flag == kNoNode) continue;
    const bool set = holds != tree.is(condition, Kind::NotOperator);
    if (is_off_by_default(model, flag, set)) return {flag, set};
  }
  return {};
}

bool is_joined(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  return consumer.role == Role::Argument && consumer.position == 0 &&
         model.is_call_to(consumer.node, Meaning::JoinsTensors);
}

// Is it a statement that adds a variable to a list in a loop without gradients (else the graph
// holds the tensors), whatever the flags are?
bool adds_unasked(const SemanticModel& model, NodeId append) {
  const SyntaxTree& tree = model.tree();
  const auto added = model.arguments(append);
  const NodeId function = model.function_of(append);
  return function != kNoNode && model.loop_of(append) != kNoNode && added.size() == 1 &&
         tree.is(added[0], Kind::Identifier) &&
         tree.is(tree.parent(append), Kind::ExpressionStatement) &&
         model.has_gradients_off(append) && asked_at(model, append, function).flag == kNoNode;
}

// Does the loop around come to the statement in every iteration that is not ended before it?
bool is_in_every_iteration(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  return model.block_of(model.statement_of(call)) == tree.child(model.loop_of(call), Field::Body);
}

NodeId main_addition(const SemanticModel& model, const std::vector<NodeId>& additions) {
  const auto found = std::ranges::find_if(
      additions, [&](NodeId call) { return is_in_every_iteration(model, call); });
  return found == additions.end() ? additions.front() : *found;
}

}  // namespace

std::optional<UnaskedList> unasked_list(const SemanticModel& model, NodeId append) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId list = model.receiver_of_call(append, "append");
  if (!tree.is(list, Kind::Identifier) || bindings.reaching(list) == kNone ||
      !adds_unasked(model, append)) {
    return std::nullopt;
  }
  const NodeId function = model.function_of(append);
  const Variable& variable = bindings.variable_of(bindings.reaching(list));
  if (variable.captured_at != kNoNode || variable.scope != bindings.scope_of(list)) {
    return std::nullopt;
  }
  UnaskedList found;
  bool joined = false;
  for (const UseId u : variable.uses) {
    const NodeId read = bindings.use(u).node;
    const NodeId call = tree.parent(tree.parent(read));
    if (model.receiver_of_call(call, "append") == read) {
      if (adds_unasked(model, call)) found.additions.push_back(call);
      continue;
    }
    const AskedFlag asked = asked_at(model, read, function);
    if (asked.flag == kNoNode) return std::nullopt;
    const std::string condition = (asked.set ? "" : "not ") + std::string(tree.text(asked.flag));
    if (!found.condition.empty() && found.condition != condition) return std::nullopt;
    found.condition = condition;
    joined = joined || is_joined(model, read);
    found.read = read;
  }
  if (!joined || append != main_addition(model, found.additions)) return std::nullopt;
  return found;
}

}  // namespace mlfix
