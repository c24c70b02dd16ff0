// The branches of if statements: their blocks, which of them a node stands in, and
// whether two of them depend on the same condition.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class Bindings;

// The blocks of an if statement with all its elif and else clauses.
struct Branches {
  std::vector<NodeId> blocks;  // in source order
  bool has_else = false;       // one of the blocks is certain to run
};
Branches branches_of(const SyntaxTree& tree, NodeId if_statement);

// The block beside `block` in an if statement that has these two only, else kNoNode.
NodeId other_branch(const SyntaxTree& tree, NodeId if_statement, NodeId block);

// What a block is part of: the statement or definition, also when the block is that of its
// elif or else clause; an except, finally or case clause.
NodeId owner_of_block(const SyntaxTree& tree, NodeId block);

// A branch of an if statement without elif, and what decides whether it runs.
struct Branch {
  NodeId branching = kNoNode;  // the if statement
  NodeId condition = kNoNode;  // without a leading `not`
  bool holds = true;           // does the condition hold there?
};

// The branches that a node stands in, innermost first, up to the function, lambda or
// class around it. If statements with elif are left out.
std::vector<Branch> branches_around(const SyntaxTree& tree, NodeId n);

// The part of an iteration of `loop` that `n`, in it, belongs to, where a branch or a handler
// decides whether it runs: the statement of `n`, or the outermost loop around it inside of `loop`.
// kNoNode where no branch stands around that.
NodeId branched_part_of(const SyntaxTree& tree, NodeId loop, NodeId n);

// Do two conditions, read one after the other, give the same? Names that nothing binds
// again in between, and what is compared with them. Errs to false.
bool is_same_condition(const SyntaxTree& tree, const Bindings& bindings, NodeId a, NodeId b);

}  // namespace mlfix
