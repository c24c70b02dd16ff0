// Who uses a module: the names it goes by in a function, from the place where
// it comes from to wrappers and parts of it, and every read of them.
//
// Too many uses are harmless to those who ask (they then think that the module
// lives longer), a missing one is not: whatever is made from the module counts
// as the module, but for what comes out of running it.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is `expr` written as a parameter of a module (m.fc.weight), or does it come
// from m.parameters()?
bool is_parameter_attribute(const SemanticModel& model, NodeId expr);

struct ModuleUses {
  std::vector<NodeId> reads;  // identifiers, in source order
  std::vector<NodeId> runs;   // calls that run the module or the path it was found by
  bool is_local = false;      // made in the scope, and nobody else can have it
  bool captured = false;      // read by a nested function other than `apart`
  // The runs are of other parts of the same object, as owner.model beside owner.layer: taken to
  // run the module for want of any of itself.
  bool runs_siblings = false;
};

// The uses in `scope` of the module that `receiver` is, or is a part of.
// Reads inside the subtree `apart` do not count.
ModuleUses uses_of_module(const SemanticModel& model, NodeId receiver, NodeId scope, NodeId apart);

}  // namespace mlfix
