#include "semantic/names/access_path.h"

#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {

namespace {

// What the item is taken of, d of d[k] and of d.setdefault(k, []); else kNoNode.
NodeId container_of_item(const SyntaxTree& tree, NodeId item) {
  if (tree.is(item, Kind::Subscript)) return tree.child(item, Field::Value);
  const NodeId called = tree.is(item, Kind::Call) ? tree.child(item, Field::Function) : kNoNode;
  const bool is_item = tree.is(called, Kind::Attribute) &&
                       tree.text(tree.child(called, Field::Attribute)) == "setdefault";
  return is_item ? tree.child(called, Field::Object) : NodeId{kNoNode};
}

}  // namespace

NodeId without_items(const SemanticModel& model, NodeId expr) {
  for (NodeId container = expr; container != kNoNode;
       container = container_of_item(model.tree(), expr)) {
    expr = model.strip_parentheses(container);
  }
  return expr;
}

namespace {

// What the attribute or the item is taken of, and what stands in parentheses; else kNoNode.
NodeId owner_in_path(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(expr)) {
    case Kind::Attribute:
      return tree.child(expr, Field::Object);
    case Kind::Subscript:
      return tree.child(expr, Field::Value);
    case Kind::ParenthesizedExpression: {
      const NodeId inner = model.strip_parentheses(expr);
      return inner == expr ? NodeId{kNoNode} : inner;
    }
    default:
      return kNoNode;
  }
}

}  // namespace

NodeId root_of_path(const SemanticModel& model, NodeId expr) {
  for (NodeId owner = expr; owner != kNoNode; owner = owner_in_path(model, expr)) expr = owner;
  return expr;
}

NodeId root_of_chain(const SemanticModel& model, NodeId expr) {
  expr = root_of_path(model, expr);
  while (model.tree().is(expr, Kind::Call)) {
    expr = root_of_path(model, model.tree().child(expr, Field::Function));
  }
  return expr;
}

NodeId step_to_root(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (const NodeId owner = owner_in_path(model, expr); owner != kNoNode) return owner;
  switch (tree.kind(expr)) {
    case Kind::List:
    case Kind::ListSplat:
    case Kind::Tuple:
    case Kind::Await:
      return tree.first_child(expr);
    case Kind::Call: {
      const NodeId callee = tree.child(expr, Field::Function);
      if (!tree.is(callee, Kind::Identifier)) {
        return callee;
      }
      const auto arguments = model.arguments(expr);
      return model.means(Meaning::PassesArgument, tree.text(callee)) && !arguments.empty()
                 ? arguments[0]
                 : kNoNode;
    }
    default:
      return kNoNode;
  }
}

NodeId root_of(const SemanticModel& model, NodeId expr) {
  while (expr != kNoNode && !model.tree().is(expr, Kind::Identifier)) {
    expr = step_to_root(model, expr);
  }
  return expr;
}

std::string_view last_name(const SyntaxTree& tree, NodeId expr) {
  if (tree.is(expr, Kind::Identifier)) return tree.text(expr);
  const NodeId name =
      tree.is(expr, Kind::Attribute) ? tree.child(expr, Field::Attribute) : NodeId{kNoNode};
  return name == kNoNode ? std::string_view{} : tree.text(name);
}

std::string_view called_name(const SyntaxTree& tree, NodeId call) {
  return last_name(tree, tree.child(call, Field::Function));
}

}  // namespace mlfix
