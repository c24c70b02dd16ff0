// Where control goes that its statement alone does not tell.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the case clause take whatever the ones before it left?
bool matches_everything(const SyntaxTree& tree, NodeId case_clause);

// What is known by the names that a file uses. The model must outlive it.
class Transfers {
 public:
  explicit Transfers(const SemanticModel& model) : model_(model) {}

  // Does the except clause take every exception?
  bool catches_everything(NodeId except_clause) const;

  // Is the with statement there to go on past it after an exception in its body: suppress(),
  // raises()? Other context managers may do so, and hardly any does.
  bool swallows_exceptions(NodeId with_statement) const;

  // Does the expression end the program: sys.exit()? Errs to false.
  bool never_returns(NodeId expression) const;

 private:
  const SemanticModel& model_;
};

}  // namespace mlfix
