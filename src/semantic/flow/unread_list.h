// Lists of a function or a script that a loop fills and nobody reads.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct UnreadList {
  NodeId made = kNoNode;          // the value that it is bound to, once
  std::vector<NodeId> additions;  // all calls that add to it, in source order
};

// Of the variable that the call adds to. All that the file does with it is to add, in the function
// or script that makes it. Null for a notebook, and where others may read the name: who imports
// a script, or asks for names as such; and where the name says that the list keeps things alive.
// Kept for each variable, in whose uses it is linear.
const UnreadList* unread_list(const SemanticModel& model, NodeId append);

// The outermost loop around the addition that does not make the list, too; or kNoNode.
NodeId loop_that_fills(const SemanticModel& model, const UnreadList& list, NodeId addition);

}  // namespace mlfix
