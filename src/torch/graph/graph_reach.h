// Who can still reach the graph of a backward pass after it has run.
//
// Made for rules that take away what keeps the graph alive: the answer errs to
// "somebody". It does not see graphs that a module keeps in code that is not in
// the file.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct GraphNeed {
  NodeId at = kNoNode;    // kNoNode: nobody needs it
  std::string_view fact;  // who, for a message
};
// Who may differentiate the graph of `backward` (a tensor's backward()) once
// more: another backward pass, the next iteration, code it escapes to.
GraphNeed later_need_of_graph(const SemanticModel& model, NodeId backward);

// The first place in `region` that differentiates in another way than by the
// backward() of a tensor: autograd.grad, an attack, a penalty; or kNoNode.
NodeId other_differentiation(const SemanticModel& model, NodeId region);

}  // namespace mlfix
