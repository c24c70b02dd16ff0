// Where the graph of a value is made, for people to see: the way from there to the value.
#pragma once

#include "syntax/syntax_tree.h"
#include "text/way.h"

namespace mlfix {

class SemanticModel;

// The steps from the call of a module, a loss or a library that gives the graph to where the value
// stands, through names, sums and functions of this file and of the one where it is made. Empty
// when no such call is seen; the value has its graph by other signs then. For findings: the cost
// is that of way_from_maker().
WaySteps way_of_graph(const SemanticModel& model, NodeId value);

// The steps from the call, which gives a graph, to the backward pass that asks it for gradients;
// empty where it gets to another one first.
WaySteps way_to_gradient(const SemanticModel& model, NodeId call, NodeId backward);

}  // namespace mlfix
