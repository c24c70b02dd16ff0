// Lists that a run fills with figures and of which it only asks the average of all so far.
#pragma once

#include <optional>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct AverageSoFar {
  NodeId made = kNoNode;   // the empty list
  NodeId asked = kNoNode;  // a call in the loop that goes through all of it
};

// Of the list that the call adds to: a variable that is bound once, to an empty list, outside of
// any loop, and filled in one that goes on for as long as the run does (not one through a loader).
// Nothing where any other use is seen: who plots, saves or returns the list wants all of it.
std::optional<AverageSoFar> average_so_far(const SemanticModel& model, NodeId append);

}  // namespace mlfix
