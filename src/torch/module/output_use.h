// How a program uses what a call gives: as a tensor does it speak of a module that was run,
// whatever it is called by.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The uses of a result, over all reads of the names that it, or a part of it, is bound to.
struct OutputUse {
  bool as_tensor = false;        // by what takes or has tensors only
  bool as_array = false;         // by what arrays of numpy have, too
  bool is_detached = false;      // by detach() or .data
  bool ends_detached = false;    // the same of it, or of a tensor that is computed from it
  bool given_to_module = false;  // it, or a tensor that is computed from it
  bool as_module = false;        // by what modules have only: the call makes one
  // By what fails on a graph, as numpy() does: whoever runs this has gradients off.
  bool forbids_graph = false;
  bool shape_only = false;  // nothing but its shape, or that there is none, is looked at
};

// At most kMaxFlowSteps, see semantic/flow/value_flow.h.
OutputUse use_of_output(const SemanticModel& model, NodeId call);

}  // namespace mlfix
