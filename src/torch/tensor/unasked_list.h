// A list of tensors that a loop fills, and that is read only where a flag is set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct UnaskedList {
  std::string condition;          // under which the list is read: "return_all", "not return_last"
  NodeId read = kNoNode;          // a read of it
  std::vector<NodeId> additions;  // the calls that add a variable to it in a loop
};

// Of the list that the call adds a variable to, in a loop without gradients. Nothing unless all
// reads, of which one joins tensors, are under one condition: a parameter that nobody binds again,
// and whose default says that the list is not wanted. Nothing either for all but one of the calls
// that add to the list: it is the first that every iteration comes to, or else the first.
std::optional<UnaskedList> unasked_list(const SemanticModel& model, NodeId append);

}  // namespace mlfix
