// The tokenizer counts indentations, the compiler what a `break` or an exception has to
// leave. The latter is counted as CPython's compile.c does it: the numbers for each part
// of a statement were tried out with 3.11.

#include "syntax/block_nesting.h"

#include <algorithm>
#include <unordered_map>

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

// Which `try` statements have a `finally`: each is looked through once, however many
// handlers ask.
class Closings {
 public:
  explicit Closings(const SyntaxTree& tree) : tree_(tree) {}

  unsigned of(NodeId statement) {
    if (!tree_.is(statement, Kind::TryStatement)) return 0;
    const auto [at, is_new] = known_.try_emplace(statement, 0);
    if (is_new) at->second = std::min(1u, count_of(tree_, statement, Kind::FinallyClause));
    return at->second;
  }

 private:
  const SyntaxTree& tree_;
  std::unordered_map<NodeId, unsigned> known_;
};

// What a block adds that belongs to `owner`.
unsigned added_by(const SyntaxTree& tree, NodeId owner, Closings& closings) {
  switch (tree.kind(owner)) {
    case Kind::ForStatement:
    case Kind::WhileStatement:
    case Kind::FinallyClause:
      return 1;
    case Kind::WithStatement:
      return items_of(tree, owner);
    case Kind::TryStatement:
      return closings.of(owner) + (count_of(tree, owner, Kind::ExceptClause) > 0 ? 1 : 0);
    case Kind::ExceptClause:
      return 2 + closings.of(tree.parent(owner));
    case Kind::ElseClause:
      return closings.of(tree.parent(owner));
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
  Closings closings(tree);
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
    here.to_leave =
        begins_anew(tree.kind(owner)) ? 0 : here.to_leave + added_by(tree, owner, closings);
    if (here.indentations > kMostIndentations || here.to_leave > kMostToLeave) {
      found.push_back(tree[n].begin);
    }
    around.push_back(here);
  }
  return found;
}

}  // namespace mlfix
