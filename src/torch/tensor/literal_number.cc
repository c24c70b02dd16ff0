// Follows names only where one definition reaches, and computes with checks for
// overflow: a size that does not fit is no size.

#include "torch/tensor/literal_number.h"

#include <charconv>
#include <string>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

using Number = std::optional<std::int64_t>;

Number parsed(std::string_view text) {
  std::string digits;
  for (const char d : text) {
    if (d != '_') digits += d;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  return whole ? Number(value) : std::nullopt;
}

Number product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::nullopt : Number(result);
}

Number power(std::int64_t base, std::int64_t exponent) {
  if (exponent > 62) return std::nullopt;
  Number result = 1;
  for (std::int64_t i = 0; result && i < exponent; ++i) result = product(*result, base);
  return result;
}

Number computed(std::string_view op, std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (op == "+") return __builtin_add_overflow(a, b, &sum) ? std::nullopt : Number(sum);
  if (op == "-") return a < b ? std::nullopt : Number(a - b);
  if (op == "*") return product(a, b);
  if (op == "//") return b == 0 ? std::nullopt : Number(a / b);
  if (op == "**") return power(a, b);
  if (op == "<<") return b > 62 ? std::nullopt : product(a, std::int64_t{1} << b);
  return std::nullopt;
}

// The value that `n, m = 2, 3` gives to one of its names, or kNoNode.
NodeId unpacked_value(const SyntaxTree& tree, const Definition& definition) {
  const NodeId pattern = tree.parent(definition.node);
  const bool display = tree.is(definition.value, Kind::ExpressionList) ||
                       tree.is(definition.value, Kind::Tuple) ||
                       tree.is(definition.value, Kind::List);
  if (!display || tree.field(pattern) != Field::Left) return kNoNode;
  NodeId value = tree.first_child(definition.value);
  for (const NodeId name : tree.children(pattern)) {
    if (value == kNoNode || !tree.is(name, Kind::Identifier) || tree.is(value, Kind::ListSplat)) {
      return kNoNode;
    }
    if (name == definition.node) return value;
    value = tree.next_sibling(value);
  }
  return kNoNode;
}

}  // namespace

NodeId assigned_value(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  while (model.tree().is(expr, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(expr);
    if (d == kNone) return expr;
    const Definition& definition = model.bindings().definition(d);
    NodeId value = kNoNode;
    if (definition.kind == DefKind::Assign) value = definition.value;
    if (definition.kind == DefKind::Unpack) value = unpacked_value(model.tree(), definition);
    // A definition stands before its uses, so this ends.
    if (value == kNoNode || value >= expr) return expr;
    expr = model.strip_parentheses(value);
  }
  return expr;
}

std::optional<std::int64_t> literal_number(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = assigned_value(model, expr);
  if (tree.is(expr, Kind::Integer)) return parsed(tree.text(expr));
  if (!tree.is(expr, Kind::BinaryOperator)) return std::nullopt;
  const Number left = literal_number(model, tree.child(expr, Field::Left));
  const Number right = literal_number(model, tree.child(expr, Field::Right));
  if (!left || !right) return std::nullopt;
  return computed(tree.text(tree.child(expr, Field::Operator)), *left, *right);
}

}  // namespace mlfix
