// Does a value carry the graph of the run of the module in which it is computed?
//
// The inputs of a module have no facts: nobody knows what it is called with. In a module that is
// trained they carry a graph all the same, so a value that is made of a parameter counts as
// attached here, though not in attachment.h. A parameter may be an array as well: to be certainly
// a tensor, a value has to show it on its way, by a method that arrays don't have.
//
// Two questions to the value-flow engine, whose answers are kept: asking about all values of a file
// is linear in it. Where a bound ends one of them, the answer is Attachment::None or Likely.
#pragma once

#include <vector>

#include "torch/graph/attachment.h"

namespace mlfix {

class SemanticModel;

// Proven: the value is certainly a tensor, or the program has raised before. Likely: it may be
// an array, or a container in which there is a tensor. Parameters of a module and modules are None.
Attachment attachment_in_module(const SemanticModel& model, NodeId expr);

// The parameters of functions of the file that the value is made of by what hands graphs on; none
// where it has a graph whatever they are.
std::vector<NodeId> parameters_behind(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
