// `return` and `return None` are the same, and say nothing of a value.

#include "transforms/common/returns.h"

#include "transforms/common/walk.h"

namespace mlfix {

bool returns_value(const SemanticModel& model, NodeId function) {
  if (model.is_generator(function)) return true;
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(function, Field::Body);
  bool returns = false;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (!tree.is(n, Kind::ReturnStatement)) return;
    const NodeId value = tree.first_child(n);
    returns = returns || (value != kNoNode && !tree.is(value, Kind::None));
  });
  return returns;
}

}  // namespace mlfix
