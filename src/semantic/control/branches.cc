// An elif is a clause of the first if in the tree, and a nested if in meaning. The
// questions about all blocks take it for another branch; those about a condition and its
// opposite leave such statements alone.

#include "semantic/control/branches.h"

#include "semantic/binding/binding.h"
#include "syntax/structure.h"

namespace mlfix {
namespace {

bool is_clause(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::ElifClause) || tree.is(n, Kind::ElseClause);
}

bool opens_scope(Kind kind) {
  return kind == Kind::FunctionDefinition || kind == Kind::ClassDefinition || kind == Kind::Lambda;
}

}  // namespace

Branches branches_of(const SyntaxTree& tree, NodeId if_statement) {
  Branches branches;
  for (const NodeId part : tree.children(if_statement)) {
    branches.has_else = branches.has_else || tree.is(part, Kind::ElseClause);
    const NodeId block = is_clause(tree, part) ? tree.child_of_kind(part, Kind::Block) : part;
    if (tree.is(block, Kind::Block)) branches.blocks.push_back(block);
  }
  return branches;
}

NodeId other_branch(const SyntaxTree& tree, NodeId if_statement, NodeId block) {
  const std::vector<NodeId> blocks = branches_of(tree, if_statement).blocks;
  if (blocks.size() != 2 || tree.child_of_kind(if_statement, Kind::ElifClause) != kNoNode) {
    return kNoNode;
  }
  return blocks.front() == block ? blocks.back() : blocks.front();
}

NodeId owner_of_block(const SyntaxTree& tree, NodeId block) {
  NodeId owner = tree.parent(block);
  while (is_clause(tree, owner)) owner = tree.parent(owner);
  return owner;
}

std::vector<Branch> branches_around(const SyntaxTree& tree, NodeId n) {
  std::vector<Branch> branches;
  for (NodeId up = tree.parent(n); up != kNoNode; n = up, up = tree.parent(up)) {
    if (opens_scope(tree.kind(up))) break;
    const bool in_else = tree.is(up, Kind::ElseClause);
    const NodeId branching = in_else ? tree.parent(up) : up;
    if (!tree.is(branching, Kind::IfStatement) || !tree.is(n, Kind::Block)) continue;
    if (tree.child_of_kind(branching, Kind::ElifClause) != kNoNode) continue;
    NodeId condition = without_parentheses(tree, tree.child(branching, Field::Condition));
    bool holds = !in_else;
    if (tree.is(condition, Kind::NotOperator)) {
      condition = without_parentheses(tree, tree.child(condition, Field::Argument));
      holds = !holds;
    }
    branches.push_back({branching, condition, holds});
  }
  return branches;
}

bool is_same_condition(const SyntaxTree& tree, const Bindings& bindings, NodeId a, NodeId b) {
  if (tree.text(a) != tree.text(b)) return false;
  const NodeId shift = b - a;
  for (NodeId n = a; n < tree.subtree_end(a); ++n) {
    if (tree.is(n, Kind::Call) || tree.is(n, Kind::Attribute) || tree.is(n, Kind::Subscript)) {
      return false;
    }
    if (!tree.is(n, Kind::Identifier)) continue;
    const DefId def = bindings.reaching(n);
    if (def == kNone || def != bindings.reaching(n + shift)) return false;
  }
  return true;
}

NodeId branched_part_of(const SyntaxTree& tree, NodeId loop, NodeId n) {
  NodeId part = enclosing_statement(tree, n);
  bool in_branch = false;
  for (NodeId up = tree.parent(part); up != loop; up = tree.parent(up)) {
    if (tree.is(up, Kind::ForStatement) || tree.is(up, Kind::WhileStatement)) {
      part = up;
      in_branch = false;
    } else {
      in_branch = in_branch || tree.is(up, Kind::IfStatement) ||
                  tree.is(up, Kind::MatchStatement) || tree.is(up, Kind::ExceptClause);
    }
  }
  return in_branch ? part : NodeId{kNoNode};
}

}  // namespace mlfix
