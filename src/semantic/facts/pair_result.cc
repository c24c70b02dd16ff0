// A dimension is recognised by how it is written, since a variable may as well be the other
// tensor of an elementwise maximum.

#include "semantic/facts/pair_result.h"

#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"

namespace mlfix {

bool gives_pair(const SemanticModel& model, NodeId call, Indices indices, int first_dim) {
  if (indices != Indices::WithDim) return indices == Indices::Always;
  const SyntaxTree& tree = model.tree();
  const NodeId dim = model.argument(call, first_dim, "dim");
  return dim != kNoNode && (tree.is(dim, Kind::Integer) || tree.is(dim, Kind::UnaryOperator) ||
                            tree.is(tree.parent(dim), Kind::KeywordArgument));
}

}  // namespace mlfix
