// Passes of one sample.
#pragma once

#include "syntax/syntax_tree.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Is each call of the region given a batch of one, as its shape shows: x.unsqueeze(0), x[None],
// x.view(1, n)? For what is worth saying, not for proofs, as all of this.
bool takes_batches_of_one(const SemanticModel& model, const EvalRegion& region);

// The same where that is little beside what the program does: as an observation of a simulation, or
// [x], or beside a pass of the same module that trains.
bool takes_single_samples(const SemanticModel& model, NodeId scope, const EvalRegion& region);

}  // namespace mlfix
