#include "syntax/structure.h"

namespace mlfix {

NodeId enclosing_statement(const SyntaxTree& tree, NodeId n) {
  while (n != kNoNode && !is_statement(tree.kind(n))) n = tree.parent(n);
  return n;
}

NodeId enclosing_block(const SyntaxTree& tree, NodeId statement) {
  NodeId n = tree.parent(statement);
  while (n != kNoNode && !tree.is(n, Kind::Block) && !tree.is(n, Kind::Module)) n = tree.parent(n);
  return n;
}

NodeId enclosing_loop(const SyntaxTree& tree, NodeId n) {
  for (NodeId up = tree.parent(n); up != kNoNode; n = up, up = tree.parent(up)) {
    switch (tree.kind(up)) {
      case Kind::ForStatement:
      case Kind::WhileStatement:
        if (tree.field(n) == Field::Body) return up;
        break;
      case Kind::FunctionDefinition:
      case Kind::Lambda:
      case Kind::ClassDefinition:
        return kNoNode;
      default:
        break;
    }
  }
  return kNoNode;
}

NodeId called_object(const SyntaxTree& tree, NodeId call) {
  if (!tree.is(call, Kind::Call)) return kNoNode;
  const NodeId called = tree.child(call, Field::Function);
  return tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : NodeId{kNoNode};
}

NodeId without_parentheses(const SyntaxTree& tree, NodeId expr) {
  while (tree.is(expr, Kind::ParenthesizedExpression)) expr = tree.first_child(expr);
  return expr;
}

}  // namespace mlfix
