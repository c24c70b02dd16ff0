// What a method does with a value that it is given: meters that sum, recorders that store.
#pragma once

#include "semantic/flow/reach.h"
#include "text/way.h"

namespace mlfix {

class SemanticModel;

// How a method keeps what it is given, on an attribute of its object and with its graph.
struct Keeping {
  bool sums = false;    // self.sum += value
  bool stores = false;  // self.values.append(value)
  bool adds = false;    // … where every value stays, not under a key that the next may have too
};

// How a method of this file keeps its parameter, or the values of it when it is a dict or a
// list. Clones, copies on another device and reductions over processes keep the graph;
// item(), detach() and float() don't. Methods of this file that it is handed on to are looked
// into. See value_flow.h for the cost.
Keeping keeping_of_parameter(const SemanticModel& model, NodeId parameter);
// The same as what the summary of a function keeps, for keeping_of_argument() in other files.
Reach kept_of_parameter(const SemanticModel& model, NodeId parameter);

// How the method that the call runs, of this file or of another one, keeps the argument.
// Nothing for functions, and for methods of modules, which run in forward passes.
Keeping keeping_of_argument(const SemanticModel& model, NodeId call, NodeId argument);
// The way from the argument to where it is kept: to a sum where `wanted` sums, else to a container.
WaySteps way_of_keeping(const SemanticModel& model, NodeId argument, Keeping wanted);

}  // namespace mlfix
