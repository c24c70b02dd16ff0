// Loops whose condition never ends them.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

// `while True`, `while 1`. False for a `for`.
inline bool is_endless(const SyntaxTree& tree, NodeId loop) {
  const NodeId condition =
      tree.is(loop, Kind::WhileStatement) ? tree.child(loop, Field::Condition) : NodeId{kNoNode};
  return tree.is(condition, Kind::True) ||
         (tree.is(condition, Kind::Integer) && tree.text(condition) != "0");
}

}  // namespace mlfix
