// See value_sources.h.

#include "torch/graph/value_sources.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The position of a definition in the tuple target that makes it, -1 when it is none.
int position_of_definition(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Unpack) return -1;
  const NodeId target = model.bindings().definition(def).node;
  int position = 0;
  for (const NodeId sibling : tree.children(tree.parent(target))) {
    if (sibling == target) return position;
    ++position;
  }
  return -1;
}

// The element of a display at a position, or kNoNode.
NodeId element_at(const SyntaxTree& tree, NodeId display, int position) {
  if (!tree.is(display, Kind::ExpressionList) && !tree.is(display, Kind::Tuple)) return kNoNode;
  int at = 0;
  for (const NodeId element : tree.children(display)) {
    if (at++ == position) return element;
  }
  return kNoNode;
}

}  // namespace

int position_in_target(const SemanticModel& model, NodeId name) {
  const bool named = model.tree().is(name, Kind::Identifier);
  return named ? position_of_definition(model, model.bindings().reaching(name)) : -1;
}

std::vector<NodeId> returned_elements(const SemanticModel& model, NodeId function, int position) {
  std::vector<NodeId> elements;
  for (const NodeId value : model.returned_values(function)) {
    const NodeId element = element_at(model.tree(), model.strip_parentheses(value), position);
    if (element != kNoNode) elements.push_back(element);
  }
  return elements;
}

std::vector<NodeId> unpacked_elements(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const int position = position_of_definition(model, def);
  if (position < 0) return {};
  const NodeId value = model.strip_parentheses(model.bindings().definition(def).value);
  if (const NodeId element = element_at(tree, value, position); element != kNoNode) {
    return {element};
  }
  const NodeId function = tree.is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  if (function == kNoNode) return {};
  return returned_elements(model, function, position);
}

namespace {

void collect_operands(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (tree.is(expr, Kind::BinaryOperator)) {
    collect_operands(model, tree.child(expr, Field::Left), out);
    return collect_operands(model, tree.child(expr, Field::Right), out);
  }
  if (tree.is(expr, Kind::UnaryOperator)) {
    return collect_operands(model, tree.child(expr, Field::Argument), out);
  }
  out.push_back(expr);
}

}  // namespace

std::vector<NodeId> arithmetic_operands(const SemanticModel& model, NodeId expr) {
  std::vector<NodeId> operands;
  collect_operands(model, expr, operands);
  return operands;
}

namespace {

// Is the branch of `x.detach() if torch.is_tensor(x) else x` the one that gets no tensor?
bool gets_no_tensor(const SemanticModel& model, NodeId condition, NodeId branch) {
  const SyntaxTree& tree = model.tree();
  if (branch < condition || !tree.is(condition, Kind::Call)) return false;
  const NodeId called = tree.child(condition, Field::Function);
  const NodeId type = model.argument(condition, 1, "");
  const bool tests = model.is_named(called, "torch.is_tensor") ||
                     (tree.text(called) == "isinstance" && type != kNoNode &&
                      model.is_named(type, "torch.Tensor"));
  const NodeId tested = model.argument(condition, 0, "obj");
  return tests && tested != kNoNode && tree.text(tested) == tree.text(branch);
}

void collect_elements(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  switch (tree.kind(expr)) {
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dictionary:
      for (const NodeId child : tree.children(expr)) {
        const bool pair = tree.is(child, Kind::Pair);
        collect_elements(model, pair ? tree.child(child, Field::Value) : child, out);
      }
      return;
    case Kind::ConditionalExpression: {
      const NodeId condition = tree.next_sibling(tree.first_child(expr));
      for (const NodeId child : tree.children(expr)) {
        if (child != condition && !gets_no_tensor(model, condition, child)) {
          collect_elements(model, child, out);
        }
      }
      return;
    }
    case Kind::ListComprehension:
    case Kind::DictionaryComprehension: {
      const NodeId made = tree.first_child(expr);
      const bool pair = tree.is(made, Kind::Pair);
      return collect_elements(model, pair ? tree.child(made, Field::Value) : made, out);
    }
    case Kind::Call: {
      const NodeId called = tree.child(expr, Field::Function);
      const std::string_view name = tree.text(called);
      if (name != "dict" && name != "tuple" && name != "list") break;
      for (const NodeId argument : model.arguments(expr)) collect_elements(model, argument, out);
      return;
    }
    default:
      break;
  }
  for (const NodeId operand : arithmetic_operands(model, expr)) out.push_back(operand);
}

}  // namespace

std::vector<NodeId> elements_of(const SemanticModel& model, NodeId expr) {
  std::vector<NodeId> elements;
  collect_elements(model, expr, elements);
  return elements;
}

NodeId display_behind(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId name = model.strip_parentheses(value);
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) return value;
  const NodeId made = model.strip_parentheses(model.bindings().definition(def).value);
  const bool display =
      tree.is(made, Kind::Dictionary) || tree.is(made, Kind::List) || tree.is(made, Kind::Tuple);
  const bool same_turn = display && model.loop_of(made) == model.loop_of(value) &&
                         model.function_of(made) == model.function_of(value);
  return same_turn ? made : value;
}

}  // namespace mlfix
