// Names and methods are looked at, and no flow: the loops that do it are short. See
// moved_weights.h.

#include "torch/training/moved_weights.h"

#include <string>

#include "semantic/names/access_path.h"

namespace mlfix {

std::vector<NodeId> names_taken_by(const SyntaxTree& tree, NodeId loop) {
  const NodeId left = tree.child(loop, Field::Left);
  std::vector<NodeId> names;
  if (!tree.is(left, Kind::PatternList) && !tree.is(left, Kind::TuplePattern)) return names;
  for (const NodeId name : tree.children(left)) names.push_back(name);
  return names;
}

bool writes_numbers_of(const SyntaxTree& tree, NodeId body, std::string_view name) {
  const std::string data = std::string(name) + ".data";
  const auto is_it = [&](NodeId n) { return tree.text(n) == name || tree.text(n) == data; };
  for (NodeId n = body; n < tree.subtree_end(body); ++n) {
    if (!tree.is(n, Kind::Attribute)) continue;
    const bool is_target = tree.text(n) == data && tree.field(n) == Field::Left &&
                           (tree.is(tree.parent(n), Kind::Assignment) ||
                            tree.is(tree.parent(n), Kind::AugmentedAssignment));
    const bool in_place = tree.field(n) == Field::Function && last_name(tree, n).ends_with('_') &&
                          is_it(tree.child(n, Field::Object));
    if (is_target || in_place) return true;
  }
  return false;
}

}  // namespace mlfix
