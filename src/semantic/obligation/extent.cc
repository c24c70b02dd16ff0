// An edit can give the thing back in the block in which it is there, after the statement that
// holds its last use, and before every statement by which control leaves that block earlier.
// What a returned value needs is given back when the value has been computed.

#include "semantic/obligation/extent.h"

#include <algorithm>
#include <iterator>

#include "semantic/control/walk.h"
#include "syntax/structure.h"

namespace mlfix {

NodeId statement_in(const SyntaxTree& tree, NodeId block, NodeId n) {
  while (n != kNoNode && tree.parent(n) != block) n = tree.parent(n);
  return n;
}

Extent extent_in_block(const SyntaxTree& tree, NodeId made, std::span<const NodeId> uses) {
  const NodeId block = enclosing_block(tree, made);
  const bool outside =
      !uses.empty() && (uses.front() < made || uses.back() >= tree.subtree_end(block));
  if (outside) return {};
  Extent extent{made, kNoNode, uses.empty() ? made : statement_in(tree, block, uses.back()), {}};
  const bool returned = tree.is(made, Kind::ReturnStatement);  // return plt.figure().savefig(p)
  if (extent.last == made && !returned) return extent;
  extent.first = returned ? made : tree.next_sibling(made);
  std::ranges::copy_if(exits_of(tree, extent.first, extent.last),
                       std::back_inserter(extent.returns), [&](NodeId leaving) {
                         return leaving == made || std::ranges::any_of(uses, [&](NodeId use) {
                                  return tree.contains(leaving, use);
                                });
                       });
  return extent;
}

std::vector<NodeId> exits_of(const SyntaxTree& tree, NodeId first, NodeId last) {
  std::vector<NodeId> exits;
  for_each_node(tree, first, tree.subtree_end(last), [&](NodeId n) {
    const bool jumps = tree.is(n, Kind::BreakStatement) || tree.is(n, Kind::ContinueStatement);
    const NodeId loop = jumps ? enclosing_loop(tree, n) : kNoNode;
    if (tree.is(n, Kind::ReturnStatement) || (loop != kNoNode && loop < first)) {
      exits.push_back(n);
    }
  });
  return exits;
}

}  // namespace mlfix
