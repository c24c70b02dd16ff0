// What evaluating an expression or a simple statement certainly evaluates, and what only
// perhaps: the right operand of `and`, the arms of a conditional expression, c of `a < b < c`,
// the inside of a comprehension. What is perhaps evaluated is an event of its own.
#pragma once

#include <unordered_set>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

bool is_inline_comprehension(Kind kind);

// The iterable of a comprehension's first clause, which is evaluated where the comprehension
// stands; or kNoNode.
NodeId first_iterable(const SyntaxTree& tree, NodeId comprehension);

// Linear in the parts that are added. The bodies of lambdas are none of either.
class EvaluatedParts {
 public:
  explicit EvaluatedParts(const SyntaxTree& tree) : tree_(tree) {}

  void add(NodeId part);
  // For what the tree shows by no node: the assignment to a loop's target.
  void add_raising() { may_raise_ = true; }

  const std::vector<NodeId>& certain() const { return certain_; }
  const std::vector<NodeId>& optional() const { return optional_; }  // in source order
  bool may_raise() const { return may_raise_; }
  bool yields() const { return yields_; }

 private:
  bool is_optional(NodeId n);
  void note_optional_operands(NodeId comparison);

  const SyntaxTree& tree_;
  std::vector<NodeId> certain_, optional_;
  std::unordered_set<NodeId> compared_;  // operands of comparisons that may be left out
  bool may_raise_ = false;
  bool yields_ = false;
};

}  // namespace mlfix
