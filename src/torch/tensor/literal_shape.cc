// Sizes count as dimensions, their values only matter for the shape (0,).

#include "torch/tensor/literal_shape.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

std::vector<NodeId> positional(const SyntaxTree& tree, NodeId call) {
  std::vector<NodeId> result;
  for (NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
    if (!tree.is(argument, Kind::KeywordArgument)) result.push_back(argument);
  }
  return result;
}

std::optional<LiteralShape> shape_of_sizes(const SyntaxTree& tree, std::vector<NodeId> sizes) {
  if (sizes.size() == 1 && (tree.is(sizes[0], Kind::Tuple) || tree.is(sizes[0], Kind::List))) {
    const NodeId display = sizes[0];
    sizes.clear();
    for (NodeId size : tree.children(display)) sizes.push_back(size);
  } else if (sizes.size() == 1 && !tree.is(sizes[0], Kind::Integer)) {
    return std::nullopt;
  }
  const bool splat = std::any_of(sizes.begin(), sizes.end(),
                                 [&](NodeId size) { return tree.is(size, Kind::ListSplat); });
  if (splat || sizes.empty()) return std::nullopt;
  return LiteralShape{static_cast<int>(sizes.size()),
                      sizes.size() == 1 && tree.text(sizes[0]) == "0"};
}

std::optional<LiteralShape> shape_of_data(const SyntaxTree& tree, std::vector<NodeId> data) {
  if (data.empty()) return LiteralShape{1, true};  // torch.Tensor()
  if (data.size() != 1 || !tree.is(data[0], Kind::List)) return std::nullopt;
  const NodeId first = tree.first_child(data[0]);
  if (first == kNoNode) return LiteralShape{1, true};
  const bool numbers = tree.is(first, Kind::Integer) || tree.is(first, Kind::Float);
  return numbers ? std::optional(LiteralShape{1, false}) : std::nullopt;
}

}  // namespace

std::optional<LiteralShape> literal_shape(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  if (model.tree().is(expr, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(expr);
    const bool assigned = d != kNone && model.bindings().definition(d).kind == DefKind::Assign;
    // A definition stands before its uses, so this ends.
    return assigned && model.bindings().definition(d).value < expr
               ? literal_shape(model, model.bindings().definition(d).value)
               : std::nullopt;
  }
  if (!model.tree().is(expr, Kind::Call)) return std::nullopt;
  for (std::string_view name : model.names(Meaning::KeepsShape)) {
    const NodeId receiver = model.receiver_of_call(expr, name);
    if (receiver != kNoNode) return literal_shape(model, receiver);
  }
  // A join gives no leaf, even of one tensor.
  if (model.argument(expr, -1, "requires_grad") != kNoNode) return std::nullopt;
  if (model.is_call_to(expr, Meaning::MakesBySize)) {
    return shape_of_sizes(model.tree(), positional(model.tree(), expr));
  }
  if (model.is_call_to(expr, Meaning::MakesByData)) {
    return shape_of_data(model.tree(), positional(model.tree(), expr));
  }
  return std::nullopt;
}

bool joins_alone(const SyntaxTree& tree, const LiteralShape& shape, NodeId dim) {
  if (shape.is_empty_vector) return true;
  int value = 0;
  if (dim != kNoNode) {
    const std::string_view text = tree.text(dim);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return false;
  }
  return -shape.rank <= value && value < shape.rank;
}

}  // namespace mlfix
