// The loop names one weight after the other, reads its `.grad` and changes it, or its `.data`.

#include "torch/training/step_by_hand.h"

#include <string_view>

#include "semantic/names/access_path.h"
#include "syntax/structure.h"

namespace mlfix {
namespace {

// Does a statement below `loop` change `weight`, which the loop goes over, by its gradient?
bool updates_by_gradient(const SyntaxTree& tree, NodeId loop, std::string_view weight) {
  bool reads_gradient = false, changes = false;
  for (NodeId n = loop; n < tree.subtree_end(loop); ++n) {
    if (tree.is(n, Kind::Attribute) && last_name(tree, n) == "grad") {
      reads_gradient = reads_gradient || tree.text(tree.child(n, Field::Object)) == weight;
    }
    const bool assigns = tree.is(n, Kind::AugmentedAssignment) || tree.is(n, Kind::Assignment);
    const NodeId target = assigns ? tree.child(n, Field::Left) : NodeId{kNoNode};
    const bool data = tree.is(target, Kind::Attribute) && last_name(tree, target) == "data" &&
                      tree.text(tree.child(target, Field::Object)) == weight;
    const bool itself = tree.is(n, Kind::AugmentedAssignment) && tree.text(target) == weight;
    changes = changes || data || itself;
  }
  return reads_gradient && changes;
}

}  // namespace

NodeId stepped_by_hand(const SyntaxTree& tree, NodeId statement) {
  if (!tree.is(statement, Kind::ForStatement)) return kNoNode;
  const NodeId iterated = without_parentheses(tree, tree.child(statement, Field::Right));
  const NodeId module = called_object(tree, iterated);
  if (!tree.is(module, Kind::Identifier)) return kNoNode;
  const bool named = called_name(tree, iterated) == "named_parameters";
  if (!named && called_name(tree, iterated) != "parameters") return kNoNode;
  NodeId weight = tree.child(statement, Field::Left);
  if (named) weight = tree.next_sibling(tree.first_child(weight));  // none of `for pair in`
  const bool steps = weight != kNoNode && updates_by_gradient(tree, statement, tree.text(weight));
  return steps ? module : NodeId{kNoNode};
}

}  // namespace mlfix
