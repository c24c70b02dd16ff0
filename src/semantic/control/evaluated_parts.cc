// One pass over each subtree in pre-order. An optional operand is passed over, since a flow
// graph gives it a block of its own; of a comprehension only the first iterable is evaluated
// for certain, which may stand deep in it and is walked after the rest.

#include "semantic/control/evaluated_parts.h"

namespace mlfix {
namespace {

bool is_lambda_body(const SyntaxTree& tree, NodeId n) {
  return tree.is(tree.parent(n), Kind::Lambda) && tree.field(n) == Field::Body;
}

bool may_raise_itself(Kind kind) {
  switch (kind) {
    case Kind::Call:
    case Kind::Attribute:
    case Kind::Subscript:
    case Kind::BinaryOperator:
    case Kind::UnaryOperator:
    case Kind::ComparisonOperator:
    case Kind::BooleanOperator:
    case Kind::NotOperator:
    case Kind::AugmentedAssignment:
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ListPattern:
    case Kind::ListSplat:
    case Kind::DictionarySplat:
    case Kind::FormatExpression:
    case Kind::Interpolation:
    case Kind::Await:
    case Kind::Yield:
    case Kind::ImportStatement:
    case Kind::ImportFromStatement:
    case Kind::AssertStatement:
    case Kind::DeleteStatement:
    case Kind::PrintStatement:
    case Kind::ExecStatement:
    case Kind::WithItem:
    case Kind::CasePattern:
    case Kind::Decorator:
    case Kind::Error:
      return true;
    default:
      return is_inline_comprehension(kind);
  }
}

}  // namespace

bool is_inline_comprehension(Kind kind) {
  return kind == Kind::ListComprehension || kind == Kind::SetComprehension ||
         kind == Kind::DictionaryComprehension || kind == Kind::GeneratorExpression;
}

NodeId first_iterable(const SyntaxTree& tree, NodeId comprehension) {
  const NodeId clause = tree.child_of_kind(comprehension, Kind::ForInClause);
  return clause == kNoNode ? clause : tree.child(clause, Field::Right);
}

void EvaluatedParts::add(NodeId part) {
  std::vector<NodeId> open{part};
  while (!open.empty()) {
    const NodeId top = open.back();
    open.pop_back();
    for (NodeId n = top; n < tree_.subtree_end(top);) {
      if (n != top && is_lambda_body(tree_, n)) {
        n = tree_.subtree_end(n);
        continue;
      }
      if (n != top && is_optional(n)) {
        optional_.push_back(n);
        n = tree_.subtree_end(n);
        continue;
      }
      certain_.push_back(n);
      const Kind kind = tree_.kind(n);
      yields_ = yields_ || kind == Kind::Yield;
      may_raise_ = may_raise_ || may_raise_itself(kind);
      if (kind == Kind::ComparisonOperator) note_optional_operands(n);
      if (!is_inline_comprehension(kind)) {
        ++n;
        continue;
      }
      optional_.push_back(n);
      if (const NodeId iterable = first_iterable(tree_, n); iterable != kNoNode) {
        open.push_back(iterable);
      }
      n = tree_.subtree_end(n);
    }
  }
}

bool EvaluatedParts::is_optional(NodeId n) {
  const NodeId parent = tree_.parent(n);
  if (tree_.is(parent, Kind::BooleanOperator)) return tree_.field(n) == Field::Right;
  if (tree_.is(parent, Kind::ConditionalExpression)) {
    return tree_.next_sibling(tree_.first_child(parent)) != n;  // value, condition, other
  }
  return !compared_.empty() && compared_.erase(n) != 0;
}

void EvaluatedParts::note_optional_operands(NodeId comparison) {
  int operands = 0;
  for (const NodeId c : tree_.children(comparison)) {
    if (tree_.field(c) != Field::Operators && ++operands > 2) compared_.insert(c);
  }
}

}  // namespace mlfix
