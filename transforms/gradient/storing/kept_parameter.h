// What a method of this file does with a value that it is given: meters that sum,
// recorders that store.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// Does the method keep its parameter, or the values of it when it is a dict or a
// list, with their graphs, on an attribute of its object? Clones, copies on another
// device and reductions over processes keep the graph; item(), detach() and float()
// don't. Methods of this file that it is handed on to are looked into.
bool sums_parameter(const SemanticModel& model, NodeId parameter);    // self.sum += value
bool stores_parameter(const SemanticModel& model, NodeId parameter);  // self.values.append(value)
// Does it store where every value stays, not under a key that the next may have too?
bool adds_parameter(const SemanticModel& model, NodeId parameter);

}  // namespace mlfix
