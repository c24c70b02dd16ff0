// How long something that has to be given back is needed, and where it can be given back.
#pragma once

#include <span>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

// Statements of one block: the thing is there after `made`, and nobody needs it after `last`.
struct Extent {
  NodeId made = kNoNode;
  // From here on control may leave with it; kNoNode: not before `last` ends.
  NodeId first = kNoNode;
  NodeId last = kNoNode;        // kNoNode: no place to give it back is seen
  std::vector<NodeId> returns;  // up to `last`, whose values need it
};

// Of what is there after `made`, which `uses`, in source order, need. Without `last` when one of
// them is not in the block of `made`, or before it. Linear in the statements up to the last use.
Extent extent_in_block(const SyntaxTree& tree, NodeId made, std::span<const NodeId> uses);

// The return, break and continue statements by which control leaves first..last.
std::vector<NodeId> exits_of(const SyntaxTree& tree, NodeId first, NodeId last);

// The child of `block` that `n` is or lies in, or kNoNode.
NodeId statement_in(const SyntaxTree& tree, NodeId block, NodeId n);

}  // namespace mlfix
