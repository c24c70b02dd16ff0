// Nodes while a text is read directly, with links to their children: a node may get a parent that
// begins where it does only when more was read (`a` of `a.b`, of `a + b`, of `a = b`). A last walk
// brings them into the order of a SyntaxTree.
#pragma once

#include <cstdint>
#include <vector>

#include "syntax/direct/direct_parser.h"
#include "syntax/syntax_tree.h"

namespace mlfix::direct {

// Refers to a draft; 0 is none.
using Ref = std::uint32_t;

struct Draft {
  Kind kind;
  Field field;
  Offset begin;
  Offset end;
  Ref first;
  Ref last;
  Ref next;
};

class Drafts {
 protected:
  Drafts() { drafts_.push_back({}); }

  Ref make(Kind kind, Offset begin, Offset end = 0);
  void add(Ref parent, Ref child, Field field = Field::None);
  // A node around what was read, as its first child.
  Ref around(Kind kind, Ref first, Field field);
  // A node in the place of the last child of `parent`, around that child.
  Ref around_last(Kind kind, Ref parent);
  void end_with(Ref node, Ref last) { drafts_[node].end = drafts_[last].end; }
  // The drafts below the root, in pre-order, and how deep they lie.
  void flatten(Ref root, std::vector<Node>& nodes, FlatTree& flat) const;

  std::vector<Draft> drafts_;
};

}  // namespace mlfix::direct
