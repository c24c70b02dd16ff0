// Passes of one sample.
#pragma once

#include "syntax/syntax_tree.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Is each call of the region given a batch of one, as its shape shows (x.unsqueeze(0), x[None],
// x.view(1, n)), where that is little beside what the program does: as an observation of a
// simulation, or [x], or beside a pass of the same module that trains? For what is worth saying,
// not for proofs.
bool takes_single_samples(const SemanticModel& model, NodeId scope, const EvalRegion& region);

}  // namespace mlfix
