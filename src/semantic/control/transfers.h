// Where control goes that its statement alone does not tell.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the case clause take whatever the ones before it left?
bool matches_everything(const SyntaxTree& tree, NodeId case_clause);

// Does the except clause take every exception?
bool catches_everything(const SemanticModel& model, NodeId except_clause);

// Is the with statement there to go on past it after an exception in its body: suppress(),
// raises()? Other context managers may do so, and hardly any does.
bool swallows_exceptions(const SemanticModel& model, NodeId with_statement);

// Does the expression end the program: sys.exit()? Errs to false.
bool never_returns(const SemanticModel& model, NodeId expression);

}  // namespace mlfix
