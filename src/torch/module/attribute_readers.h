// Who reads what a module keeps on itself, and for its graph?
#pragma once

#include <cstdint>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The attribute nodes that may read what is stored to the attribute node `store`:
// those of that name in the file, but for those through the `self` of a class that
// has nothing to do with it. The store itself where it reads as well, as `x.y += 1` does. Kept:
// all stores of a class share them.
const std::vector<NodeId>& reads_of_attribute(const SemanticModel& model, NodeId store);
// The nodes that store to the same attribute, through the `self` of the same class or through
// anything that is no `self`; the store itself is one.
std::vector<NodeId> stores_of_attribute(const SemanticModel& model, NodeId store);

// What somebody does with the graph that a read of an attribute gives.
enum class Need : std::uint8_t {
  None,      // nothing
  Possible,  // it goes to code that may differentiate it
  Certain,   // it is differentiated, or a part of what a module returns
};
Need graph_need_of(const SemanticModel& model, NodeId read);

}  // namespace mlfix
