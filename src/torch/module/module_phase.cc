// Conditions around a place tell its phase, and branches before it that return or raise.
// See module_phase.h.

#include "torch/module/module_phase.h"

#include <string_view>
#include <unordered_map>

#include "semantic/control/walk.h"
#include "semantic/semantic_model.h"

namespace mlfix {

namespace {

// The phase in which a condition holds: `self.training`, `not training`,
// `self.training and …`.
Phase phase_of_condition(const SemanticModel& model, NodeId condition) {
  const SyntaxTree& tree = model.tree();
  condition = model.strip_parentheses(condition);
  if (tree.is(condition, Kind::NotOperator)) {
    const NodeId inner = model.strip_parentheses(tree.child(condition, Field::Argument));
    if (tree.is(inner, Kind::BooleanOperator)) return Phase::Any;
    const Phase phase = phase_of_condition(model, inner);
    if (phase == Phase::Any) return phase;
    return phase == Phase::Training ? Phase::Evaluation : Phase::Training;
  }
  if (tree.is(condition, Kind::BooleanOperator)) {
    if (tree.text(tree.child(condition, Field::Operator)) != "and") return Phase::Any;
    const Phase left = phase_of_condition(model, tree.child(condition, Field::Left));
    const Phase right = phase_of_condition(model, tree.child(condition, Field::Right));
    return left != Phase::Any ? left : right;
  }
  const std::string_view text = tree.text(condition);
  const bool named = text == "self.training" || text == "training" || text == "is_training" ||
                     text == "self.is_training" || text == "train";
  return named ? Phase::Training : Phase::Any;
}

// The phase that is left when the condition does not hold. `a and b` fails in
// both phases.
Phase phase_without(const SemanticModel& model, NodeId condition) {
  condition = model.strip_parentheses(condition);
  if (model.tree().is(condition, Kind::BooleanOperator)) return Phase::Any;
  const Phase phase = phase_of_condition(model, condition);
  if (phase == Phase::Any) return phase;
  return phase == Phase::Training ? Phase::Evaluation : Phase::Training;
}

bool ends_in_exit(const SyntaxTree& tree, NodeId block) {
  NodeId last = kNoNode;
  for (const NodeId statement : tree.children(block)) last = statement;
  return tree.is(last, Kind::ReturnStatement) || tree.is(last, Kind::RaiseStatement);
}

// The first `if phase: … return` of a block, and the phase after it.
struct PhaseExit {
  NodeId at = kNoNode;
  Phase after = Phase::Any;
};

struct PhaseExits {
  std::unordered_map<NodeId, PhaseExit> of;  // by block
};

PhaseExit find_phase_exit(const SemanticModel& model, NodeId block) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId statement : tree.children(block)) {
    if (!tree.is(statement, Kind::IfStatement)) continue;
    if (!ends_in_exit(tree, tree.child(statement, Field::Consequence))) continue;
    const Phase phase = phase_without(model, tree.child(statement, Field::Condition));
    if (phase != Phase::Any) return {statement, phase};
  }
  return {};
}

// The phase that is left by an exit before the statement, in the same block.
Phase phase_after_exits(const SemanticModel& model, NodeId statement) {
  const NodeId block = model.tree().parent(statement);
  const auto [known, is_new] = model.notes<PhaseExits>().of.try_emplace(block);
  if (is_new) known->second = find_phase_exit(model, block);
  return known->second.at < statement ? known->second.after : Phase::Any;
}

Phase phase_in_branch(const SemanticModel& model, NodeId branching, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(branching, Kind::ConditionalExpression)) {
    const NodeId first = tree.first_child(branching);
    const NodeId condition = tree.next_sibling(first);
    if (tree.contains(first, n)) return phase_of_condition(model, condition);
    if (tree.contains(condition, n)) return Phase::Any;
    return phase_without(model, condition);
  }
  const NodeId condition = tree.child(branching, Field::Condition);
  if (tree.contains(condition, n)) return Phase::Any;
  const bool holds = tree.contains(tree.child(branching, Field::Consequence), n);
  return holds ? phase_of_condition(model, condition) : phase_without(model, condition);
}

}  // namespace

Phase phase_of(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId at = n; at != kNoNode && !is_nested_scope(tree.kind(at)); at = tree.parent(at)) {
    const NodeId up = tree.parent(at);
    Phase phase = Phase::Any;
    if (tree.is(up, Kind::IfStatement) || tree.is(up, Kind::ConditionalExpression)) {
      phase = phase_in_branch(model, up, n);
    } else if (tree.is(up, Kind::Block)) {
      phase = phase_after_exits(model, at);
    }
    if (phase != Phase::Any) return phase;
  }
  return Phase::Any;
}

bool run_in_different_phases(const SemanticModel& model, NodeId a, NodeId b) {
  const Phase first = phase_of(model, a), second = phase_of(model, b);
  return first != Phase::Any && second != Phase::Any && first != second;
}

}  // namespace mlfix
