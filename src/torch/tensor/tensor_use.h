// What has to do with tensors, by what the code does with it.
#pragma once

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the file import torch? Or does it, without a word of torch and without a framework whose
// arrays are alike, detach what others give it, or import what a file of the run has that imports
// torch? Linear in the file and its imports, once.
bool handles_tensors(const SemanticModel& model);

// Is what is read at `read` used as only a tensor (or an array) can be: x @ w, x[:, None], x.t(),
// torch.exp(x)? Errs to false.
bool is_tensor_by_use(const SemanticModel& model, NodeId read);

// Is one of the reads that see this very definition such a use?
bool has_use_as_tensor(const SemanticModel& model, DefId def);

}  // namespace mlfix
