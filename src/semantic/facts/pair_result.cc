// A dimension is recognised by how it is written, since a variable may as well be the other
// tensor of an elementwise maximum.

#include "semantic/facts/pair_result.h"

namespace mlfix {

bool gives_pair(const SyntaxTree& tree, Indices indices, NodeId dim) {
  if (indices != Indices::WithDim) return indices == Indices::Always;
  return dim != kNoNode && (tree.is(dim, Kind::Integer) || tree.is(dim, Kind::UnaryOperator) ||
                            tree.is(tree.parent(dim), Kind::KeywordArgument));
}

}  // namespace mlfix
