// Walking over the code of one scope. Shared by the files of this folder.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

inline bool is_nested_scope(Kind kind) {
  return kind == Kind::FunctionDefinition || kind == Kind::Lambda || kind == Kind::ClassDefinition;
}

// Calls `visit` for every node of [from, to), in source order, but for what is
// in a nested function, lambda or class.
template <typename Visit>
void for_each_node(const SyntaxTree& tree, NodeId from, NodeId to, Visit visit) {
  for (NodeId n = from; n < to;) {
    if (is_nested_scope(tree.kind(n))) {
      n = tree.subtree_end(n);
      continue;
    }
    visit(n);
    ++n;
  }
}

// The innermost def or lambda around `n`, or kNoNode.
inline NodeId function_around(const SyntaxTree& tree, NodeId n) {
  for (n = tree.parent(n); n != kNoNode; n = tree.parent(n)) {
    if (tree.is(n, Kind::FunctionDefinition) || tree.is(n, Kind::Lambda)) return n;
  }
  return kNoNode;
}

// The body of the function that holds `n`, or the module.
NodeId scope_body(const SemanticModel& model, NodeId n);

}  // namespace mlfix
