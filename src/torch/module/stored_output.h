// Values of a run that forward() puts on its module: which of them carry the graph of the run.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"
#include "torch/module/self_store.h"

namespace mlfix {

class SemanticModel;

// The values that `store` puts on the module and that carry a graph: by what they are computed
// from, because forward() returns what a call made of its input under that name, or because an
// attribute of the module made them of an input and the run goes on with them as with a tensor.
// Inputs are taken for data. For what is worth saying, not for proofs.
std::vector<NodeId> attached_values(const SemanticModel& model, const SelfStore& store);

// Does the function that stores it return what it reads back: as it is, or as an operand?
bool is_returned_from_attribute(const SemanticModel& model, const SelfStore& store);

// Is `store`, the statement or call `n`, a record of what the run gives back anyway: the very name
// that it returns, put beside those of earlier runs under a switch of the module that its
// constructor leaves off? Whoever trains has the output itself, and the switch is for who looks at
// the runs.
bool records_output_on_demand(const SemanticModel& model, const SelfStore& store, NodeId n);

}  // namespace mlfix
