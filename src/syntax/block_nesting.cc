// The tokenizer counts indentations, the compiler what a `break` or an exception has to
// leave. The latter is counted as CPython's compile.c does it: the numbers for each part
// of a statement were tried out with 3.11.

#include "syntax/block_nesting.h"

#include <algorithm>

#include "syntax/syntax_rules.h"

namespace mlfix {
namespace {

constexpr unsigned kMostIndentations = 99;
constexpr unsigned kMostToLeave = 21;

struct Nesting {
  NodeId end = 0;  // one past the last node of the block
  unsigned indentations = 0;
  unsigned to_leave = 0;
};

unsigned count_of(const SyntaxTree& tree, NodeId n, Kind kind) {
  unsigned count = 0;
  for (const NodeId child : tree.children(n)) count += tree.is(child, kind) ? 1 : 0;
  return count;
}

unsigned items_of(const SyntaxTree& tree, NodeId with) {
  const NodeId clause = tree.child_of_kind(with, Kind::WithClause);
  return clause == kNoNode ? 1 : std::max(1u, count_of(tree, clause, Kind::WithItem));
}

// What a block adds that belongs to `owner`.
unsigned added_by(const SyntaxTree& tree, NodeId owner) {
  const auto closes = [&](NodeId statement) {
    return tree.is(statement, Kind::TryStatement) &&
                   count_of(tree, statement, Kind::FinallyClause) > 0
               ? 1u
               : 0u;
  };
  switch (tree.kind(owner)) {
    case Kind::ForStatement:
    case Kind::WhileStatement:
    case Kind::FinallyClause:
      return 1;
    case Kind::WithStatement:
      return items_of(tree, owner);
    case Kind::TryStatement:
      return closes(owner) + (count_of(tree, owner, Kind::ExceptClause) > 0 ? 1 : 0);
    case Kind::ExceptClause:
      return 2 + closes(tree.parent(owner));
    case Kind::ElseClause:
      return closes(tree.parent(owner));
    default:
      return 0;
  }
}

bool begins_anew(Kind kind) {
  return kind == Kind::FunctionDefinition || kind == Kind::ClassDefinition;
}

}  // namespace

std::vector<Offset> blocks_nested_too_deep(const SyntaxTree& tree) {
  std::vector<Offset> found;
  std::vector<Nesting> around = {{tree.size(), 0, 0}};
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Block)) continue;
    while (around.back().end <= n) around.pop_back();
    const NodeId owner = tree.parent(n);
    Nesting here = around.back();
    here.end = tree.subtree_end(n);
    const NodeId first = tree.first_child(n);
    const bool indents = first != kNoNode && indentation_at(tree, tree[first].begin).starts_line;
    here.indentations += indents ? 1 : 0;
    here.to_leave = begins_anew(tree.kind(owner)) ? 0 : here.to_leave + added_by(tree, owner);
    if (here.indentations > kMostIndentations || here.to_leave > kMostToLeave) {
      found.push_back(tree[n].begin);
    }
    around.push_back(here);
  }
  return found;
}

}  // namespace mlfix
