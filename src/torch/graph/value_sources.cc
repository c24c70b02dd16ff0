// One step at a time, and no verdict: who asks knows when to stop. Only where a call that
// gives several things at once can't be seen into, a module is told from the rest, since
// what it gives in each place is its output.

#include "torch/graph/value_sources.h"

#include <algorithm>
#include <string_view>

#include "torch/module/module_output.h"

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

// Names of what a module gives beside its output: counts, indices, masks.
bool is_called_metric(const SemanticModel& model, NodeId name) {
  const std::string_view text = model.tree().text(name);
  return model.suggests(Hint::Metric, text);
}

// x.max(1)[1] is the place of the greatest element.
bool is_index_of_reduction(const SemanticModel& model, NodeId subscript) {
  const SyntaxTree& tree = model.tree();
  const NodeId call = model.strip_parentheses(tree.child(subscript, Field::Value));
  const std::string_view method = model.method_name(call);
  return tree.text(tree.child(subscript, Field::Subscript)) == "1" &&
         model.means(Meaning::GivesIndices, method);
}

// What is behind a definition: the value that is bound, what a tuple has at its place,
// the container that is run through; of a merge, and of what is added to, all of them.
void collect_sources(const SemanticModel& model, DefId def, int depth, std::vector<NodeId>& out) {
  if (def == kNone || depth == 0) return;
  const Definition& d = model.bindings().definition(def);
  switch (d.kind) {
    case DefKind::Unpack: {
      const std::vector<NodeId> elements = unpacked_elements(model, def);
      out.insert(out.end(), elements.begin(), elements.end());
      // values, indices = x.max(1): which of them has a graph, a module alone can tell.
      if (elements.empty() && comes_from_module(model, d.value) &&
          !is_called_metric(model, d.node)) {
        out.push_back(d.value);
      }
      return;
    }
    case DefKind::Assign:
      out.push_back(d.value);
      return;
    case DefKind::For: {
      const NodeId iterated = model.strip_parentheses(d.value);
      const std::string_view method = model.method_name(iterated);
      const bool entries = method == "items" || method == "values";
      out.push_back(entries ? model.receiver_of_call(iterated, method) : iterated);
      return;
    }
    case DefKind::AugAssign:
      out.push_back(d.value);
      [[fallthrough]];
    case DefKind::Phi:
    case DefKind::LoopPhi:
      for (const DefId operand : d.operands) collect_sources(model, operand, depth - 1, out);
      return;
    default:
      return;
  }
}

std::vector<NodeId> sources_of_name(const SemanticModel& model, NodeId name) {
  constexpr int kMaxMerges = 3;
  std::vector<NodeId> sources;
  collect_sources(model, model.bindings().reaching(name), kMaxMerges, sources);
  return sources;
}

// What a call gives comes from: returns of the function of the file that it runs,
// the arguments of a function of a library, the object of a method.
std::vector<NodeId> sources_of_call(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (const NodeId function = model.callee(call); function != kNoNode) {
    return model.returned_values(function);
  }
  const NodeId called = tree.child(call, Field::Function);
  if (model.qualified_name(called) != kNoSymbol) return model.arguments(call);
  if (tree.is(called, Kind::Attribute)) return {tree.child(called, Field::Object)};
  return {};
}

}  // namespace

std::vector<NodeId> sources_of(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(expr)) {
    case Kind::Identifier:
      return sources_of_name(model, expr);
    case Kind::Call:
      return sources_of_call(model, expr);
    case Kind::Subscript:
      if (is_index_of_reduction(model, expr)) return {};
      return {tree.child(expr, Field::Value)};
    case Kind::UnaryOperator:
      return {tree.child(expr, Field::Argument)};
    case Kind::BinaryOperator:
      return {tree.child(expr, Field::Left), tree.child(expr, Field::Right)};
    case Kind::Dictionary:
    case Kind::List:
    case Kind::Tuple:
      return elements_of(model, expr);
    default:
      return {};
  }
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
        if (child != condition) collect_elements(model, child, out);
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

}  // namespace mlfix
