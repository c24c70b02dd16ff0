// Lists of a function or a script that a loop fills and nobody reads.
#pragma once

#include <optional>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct UnreadList {
  NodeId run = kNoNode;           // the outermost loop that fills it
  NodeId made = kNoNode;          // the value that it is bound to, once
  std::vector<NodeId> additions;  // all calls that add to it, in source order
};

// Of the variable that the call adds to. All that the file does with it is to add, in the function
// or script that makes it. Nothing for a notebook, and where others may read the name: who imports
// a script, or asks for names as such; nor where the name says that the list keeps things alive.
std::optional<UnreadList> unread_list(const SemanticModel& model, NodeId append);

}  // namespace mlfix
