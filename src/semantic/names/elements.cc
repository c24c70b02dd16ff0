#include "semantic/names/elements.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

struct KnownElements {
  std::unordered_map<NodeId, Elements> of;
};

struct KnownComparisons {
  std::unordered_map<NodeId, std::vector<ComparedPair>> of;
};

std::vector<ComparedPair> pairs_of(const SyntaxTree& tree, NodeId comparison) {
  std::vector<ComparedPair> pairs;
  NodeId left = kNoNode;
  std::string_view op;
  for (const NodeId child : tree.children(comparison)) {
    if (tree.field(child) == Field::Operators) {
      op = tree.text(child);
      continue;
    }
    if (left != kNoNode) pairs.push_back({left, op, child});
    left = child;
  }
  return pairs;
}

}  // namespace

const Elements& placed_elements(const SemanticModel& model, NodeId display) {
  const SyntaxTree& tree = model.tree();
  const auto [known, is_new] = model.notes<KnownElements>().of.try_emplace(display);
  Elements& elements = known->second;
  if (!is_new) return elements;
  std::optional<std::size_t> first_star;
  for (const NodeId child : tree.children(display)) {
    const bool star = tree.is(child, Kind::ListSplat) || tree.is(child, Kind::ListSplatPattern);
    if (star && !first_star) first_star = elements.all.size();
    elements.all.push_back(child);
  }
  elements.before_stars = first_star.value_or(elements.all.size());
  return elements;
}

int position_among(const SemanticModel& model, NodeId display, NodeId expr) {
  const Elements& elements = placed_elements(model, display);
  const auto begin = elements.all.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(elements.before_stars);
  const auto after = std::upper_bound(begin, end, expr);
  const bool is_inside = after != begin && model.tree().contains(*std::prev(after), expr);
  return is_inside ? static_cast<int>(after - begin) - 1 : -1;
}

std::span<const ComparedPair> pairs_compared(const SemanticModel& model, NodeId comparison,
                                             NodeId value) {
  const auto [known, is_new] = model.notes<KnownComparisons>().of.try_emplace(comparison);
  std::vector<ComparedPair>& pairs = known->second;
  if (is_new) pairs = pairs_of(model.tree(), comparison);
  const auto begin = std::ranges::lower_bound(pairs, value, {}, &ComparedPair::right);
  const auto end = std::ranges::upper_bound(pairs, value, {}, &ComparedPair::left);
  return {begin, end};
}

}  // namespace mlfix
