// Forward passes of code that trains or evaluates by a flag, and differentiates when it trains.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"
#include "torch/graph/graph_fate.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

//     for x, y in loader:
//         loss = criterion(model(x), y)      the region
//         if train:                          the condition
//             loss.backward()
struct PassByMode {
  EvalRegion region;  // from the first forward pass to the statement before the branch
  NodeId condition;   // of the only branches that differentiate what the region makes
  NodeId otherwise;   // a call, or an item of a list that is gone through, that makes it false;
                      // kNoNode for a call in another file
  bool gives_bool = false;  // is the condition True or False in all of them, not None or 1?
};

// Those directly in `scope`. The condition asks nothing but names that are bound once, parameters
// or the target of a loop, and somebody in view makes it false by constants. Linear in the scope,
// and a question of flow for each.
std::vector<PassByMode> find_passes_by_mode(const SemanticModel& model, NodeId scope);

// The condition of a branch around `n`, in its function, that no call takes: all calls that the run
// has are seen, and each gives constants by which it stays out, or leaves the parameters at such
// defaults. kNoNode where there is none. A call of code out of sight may still take it: for what is
// worth saying, not for proofs.
NodeId condition_that_no_call_meets(const SemanticModel& model, NodeId n);

}  // namespace mlfix
