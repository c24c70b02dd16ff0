#include "semantic/names/elements.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

struct KnownElements {
  std::unordered_map<NodeId, Elements> of;
};

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

}  // namespace mlfix
