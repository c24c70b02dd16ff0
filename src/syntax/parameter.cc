#include "syntax/parameter.h"

namespace mlfix {

NodeId annotation_of_parameter(const SyntaxTree& tree, NodeId name) {
  const NodeId typed = tree.parent(name);
  const bool has_type =
      tree.is(typed, Kind::TypedParameter) || tree.is(typed, Kind::TypedDefaultParameter);
  return has_type ? tree.child(typed, Field::Type) : NodeId{kNoNode};
}

int position_of_parameter(const SyntaxTree& tree, NodeId function, NodeId name) {
  int position = 0;
  for (const NodeId parameter : tree.children(tree.child(function, Field::Parameters))) {
    if (tree.contains(parameter, name)) break;
    ++position;
  }
  return position;
}

}  // namespace mlfix
