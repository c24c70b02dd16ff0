// Two places are one when their texts are equal and every name in them has the
// same definition. See same_place.h.

#include "semantic/flow/same_place.h"

#include <algorithm>

#include "semantic/control/walk.h"

namespace mlfix {
namespace {

bool names_agree(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  const NodeId end = tree.subtree_end(a);
  if (end - a != tree.subtree_end(b) - b) return false;
  for (NodeId n = a, other = b; n < end; ++n, ++other) {
    if (!tree.is(n, Kind::Identifier) || tree.field(n) == Field::Attribute) continue;
    const DefId def = model.bindings().reaching(n);
    if (def == kNone || def != model.bindings().reaching(other)) return false;
  }
  return true;
}

bool is_set_between(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  const std::string_view place = tree.text(a);
  bool set = false;
  for_each_node(tree, std::min(a, b), std::max(a, b), [&](NodeId n) {
    if (!tree.is(n, Kind::Assignment) && !tree.is(n, Kind::AugmentedAssignment)) return;
    set = set || tree.text(tree.child(n, Field::Left)) == place;
  });
  return set;
}

}  // namespace

NodeId base_of_place(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = model.strip_parentheses(place);
  while (true) {
    if (tree.is(place, Kind::Attribute)) {
      place = tree.child(place, Field::Object);
    } else if (tree.is(place, Kind::Subscript)) {
      place = tree.child(place, Field::Value);
    } else {
      return tree.is(place, Kind::Identifier) ? place : kNoNode;
    }
  }
}

bool is_place(const SemanticModel& model, NodeId expr) {
  return expr != kNoNode && base_of_place(model, expr) != kNoNode;
}

bool is_same_place(const SemanticModel& model, NodeId a, NodeId b) {
  if (a == kNoNode || b == kNoNode) return false;
  a = model.strip_parentheses(a);
  b = model.strip_parentheses(b);
  return is_place(model, a) && model.tree().text(a) == model.tree().text(b) &&
         names_agree(model, a, b) && !is_set_between(model, a, b);
}

}  // namespace mlfix
