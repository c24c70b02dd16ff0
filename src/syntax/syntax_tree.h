// The flat syntax tree: one array of small nodes in pre-order.
//
// Pre-order ids make structure cheap: the subtree of n is the id range
// [n, subtree_end(n)), "a is inside b" is an id comparison, and "a starts
// before b" is a < b. The tree holds the named nodes of tree-sitter's tree but
// for extras (comments and line continuations are in side arrays), and of the
// anonymous nodes `async` and those that carry a field (operators, but no
// punctuation). All offsets are bytes of the parsed text; the root begins at the
// first token, so after a byte order mark and leading comments.
//
// Immutable after construction; any number of threads may read it. The text is
// not owned and must outlive the tree.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/kinds.h"
#include "text/text_range.h"

namespace mlfix {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

struct Node {
  Kind kind;
  Field field;  // the field this node fills in its parent, Field::None if none
  Offset begin;
  Offset end;
  NodeId parent;       // kNoNode for the root
  NodeId subtree_end;  // one past the last id of the subtree
};
static_assert(sizeof(Node) == 20);

class SyntaxTree {
 public:
  // Iterates over the direct children of a node in source order.
  class ChildIterator {
   public:
    ChildIterator(const SyntaxTree* tree, NodeId at) : tree_(tree), at_(at) {}
    NodeId operator*() const { return at_; }
    ChildIterator& operator++() {
      at_ = tree_->nodes_[at_].subtree_end;
      return *this;
    }
    friend bool operator==(const ChildIterator& a, const ChildIterator& b) {
      return a.at_ == b.at_;
    }

   private:
    const SyntaxTree* tree_;
    NodeId at_;
  };
  struct Children {
    ChildIterator first, last;
    ChildIterator begin() const { return first; }
    ChildIterator end() const { return last; }
    bool empty() const { return first == last; }
  };

  std::string_view source() const { return source_; }
  NodeId root() const { return 0; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  // Bytes that the flat tree takes, without the text.
  std::size_t memory() const;

  const Node& operator[](NodeId n) const { return nodes_[n]; }
  Kind kind(NodeId n) const { return nodes_[n].kind; }
  Field field(NodeId n) const { return nodes_[n].field; }
  bool is(NodeId n, Kind k) const { return n != kNoNode && nodes_[n].kind == k; }
  TextRange range(NodeId n) const { return {nodes_[n].begin, nodes_[n].end}; }
  std::string_view text(NodeId n) const {
    return source_.substr(nodes_[n].begin, nodes_[n].end - nodes_[n].begin);
  }

  NodeId parent(NodeId n) const { return nodes_[n].parent; }
  NodeId subtree_end(NodeId n) const { return nodes_[n].subtree_end; }
  NodeId first_child(NodeId n) const { return n + 1 < nodes_[n].subtree_end ? n + 1 : kNoNode; }
  NodeId next_sibling(NodeId n) const;  // kNoNode of kNoNode, as child() gives
  // Linear in the children, or in the depth of the last leaf, whichever is less.
  NodeId last_child(NodeId n) const;
  Children children(NodeId n) const { return {{this, n + 1}, {this, nodes_[n].subtree_end}}; }
  // First child that fills `field`, or kNoNode.
  NodeId child(NodeId n, Field field) const;
  std::vector<NodeId> children(NodeId n, Field field) const;
  // First child of that kind, or kNoNode.
  NodeId child_of_kind(NodeId n, Kind kind) const;

  bool contains(NodeId outer, NodeId inner) const {
    return outer <= inner && inner < nodes_[outer].subtree_end;
  }
  // Nearest ancestor (n excluded) of that kind, or kNoNode.
  NodeId ancestor(NodeId n, Kind kind) const;
  // Smallest node that covers the range.
  NodeId node_covering(TextRange range) const;

  // Is this function, loop, with statement or comprehension clause `async`?
  bool is_async(NodeId n) const;

  // Extras, sorted by offset. A comment does not include its line terminator.
  std::span<const TextRange> comments() const { return comments_; }
  std::span<const TextRange> continuations() const { return continuations_; }
  // Whole string literals (prefix and quotes included), nested ones merged:
  // the bytes that must never be re-indented.
  std::span<const TextRange> strings() const { return strings_; }
  bool inside_string(Offset offset) const;  // strictly after the first byte of a literal
  bool has_comment_in(TextRange range) const;

  // ERROR and MISSING nodes as tree-sitter reported them.
  std::span<const TextRange> errors() const { return errors_; }
  bool has_errors() const { return !errors_.empty(); }

  // The number of nodes around the innermost one, and where the first that has so
  // many begins.
  std::uint32_t depth() const { return depth_; }
  Offset deepest() const { return deepest_; }

  // Gives up tree-sitter's own tree, which takes two thirds of the memory and is
  // there for Parser::reparse alone: without it, that parses from scratch.
  void drop_parser_tree() { parsed_.reset(); }

 private:
  friend class Parser;
  std::string_view source_;
  std::vector<Node> nodes_;
  std::vector<TextRange> comments_, continuations_, strings_, errors_;
  std::uint32_t depth_ = 0;
  Offset deepest_ = 0;
  std::shared_ptr<void> parsed_;  // tree-sitter's tree, for incremental reparsing
};

}  // namespace mlfix
