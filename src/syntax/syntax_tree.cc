// The queries of the flat tree that need more than an array access. All of them
// rest on two facts: ids are in pre-order, and begins never decrease with ids.
#include "syntax/syntax_tree.h"

#include <algorithm>

namespace mlfix {
namespace {

// The last of the sorted, disjoint `ranges` that begins before `offset`, or null.
const TextRange* last_before(std::span<const TextRange> ranges, Offset offset) {
  const auto next =
      std::lower_bound(ranges.begin(), ranges.end(), offset,
                       [](const TextRange& range, Offset at) { return range.begin < at; });
  return next == ranges.begin() ? nullptr : &*std::prev(next);
}

}  // namespace

std::size_t SyntaxTree::memory() const {
  return nodes_.size() * sizeof(Node) +
         (comments_.size() + continuations_.size() + strings_.size() + errors_.size()) *
             sizeof(TextRange);
}

// Whoever asks for the second of two may not know whether there is a first.
NodeId SyntaxTree::next_sibling(NodeId n) const {
  if (n == kNoNode) return kNoNode;
  const NodeId up = parent(n);
  if (up == kNoNode) return kNoNode;
  const NodeId next = nodes_[n].subtree_end;
  return next < nodes_[up].subtree_end ? next : kNoNode;
}

NodeId SyntaxTree::child(NodeId n, Field wanted) const {
  // Whoever climbs asks blocks, too. They have no fields, and may have very many children.
  if (n == kNoNode || is(n, Kind::Block) || is(n, Kind::Module)) return kNoNode;
  for (const NodeId c : children(n)) {
    if (field(c) == wanted) return c;
  }
  return kNoNode;
}

// Its children are gone through from the first one, its last leaf is climbed from, in turns: the
// shorter way ends the search.
NodeId SyntaxTree::last_child(NodeId n) const {
  NodeId child = first_child(n);
  if (child == kNoNode) return kNoNode;
  for (NodeId up = subtree_end(n) - 1;; up = parent(up)) {
    if (parent(up) == n) return up;
    const NodeId next = next_sibling(child);
    if (next == kNoNode) return child;
    child = next;
  }
}

std::vector<NodeId> SyntaxTree::children(NodeId n, Field wanted) const {
  std::vector<NodeId> found;
  for (const NodeId c : children(n)) {
    if (field(c) == wanted) found.push_back(c);
  }
  return found;
}

NodeId SyntaxTree::child_of_kind(NodeId n, Kind wanted) const {
  for (const NodeId c : children(n)) {
    if (kind(c) == wanted) return c;
  }
  return kNoNode;
}

NodeId SyntaxTree::ancestor(NodeId n, Kind wanted) const {
  NodeId up = parent(n);
  while (up != kNoNode && kind(up) != wanted) up = parent(up);
  return up;
}

NodeId SyntaxTree::node_covering(TextRange range) const {
  const auto after = std::upper_bound(nodes_.begin(), nodes_.end(), range.begin,
                                      [](Offset at, const Node& node) { return at < node.begin; });
  if (after == nodes_.begin()) return root();
  auto n = static_cast<NodeId>(std::distance(nodes_.begin(), after)) - 1;
  while (n != root() && !this->range(n).contains(range)) n = parent(n);
  return n;
}

bool SyntaxTree::is_async(NodeId n) const {
  const NodeId first = first_child(n);
  return first != kNoNode && kind(first) == Kind::TokenAsync;
}

bool SyntaxTree::inside_string(Offset offset) const {
  const TextRange* literal = last_before(strings_, offset);
  return literal != nullptr && offset < literal->end;
}

bool SyntaxTree::has_comment_in(TextRange range) const {
  const TextRange* comment = last_before(comments_, range.end);
  return comment != nullptr && range.begin < comment->end;
}

}  // namespace mlfix
