// Which values a function computes from its arguments alone.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Has the value a graph only if an argument of the function around it has one? True when
// all that it is made of are parameters, constants, attributes of `self` that get nothing
// else, and what libraries compute of these. Never in the forward() of a module, which is
// run on what other modules give. Errs to false. Linear in the expressions of the function.
bool is_made_of_arguments(const SemanticModel& model, NodeId value);

// The same of the value alone, whatever else the function around it calls: may it have a graph that
// came in by no argument? Errs to true. Linear in the expressions that it is made of.
bool may_begin_graph(const SemanticModel& model, NodeId value);

}  // namespace mlfix
