// What the graphs of an evaluation cost: for what is worth saying, not for proofs.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Why the graphs that the region makes are small, or seldom, beside what the program does else;
// or "".
std::string_view why_graphs_are_small(const SemanticModel& model, NodeId scope,
                                      const EvalRegion& region);

// Does an object keep each graph of the region in a container of its own, as a memo of answers
// does?
bool piles_up_in_object(const SemanticModel& model, const EvalRegion& region);

// Does the region bind a loss in a training step, not beside a loop of steps, or make one that
// callers differentiate? That it gets to no backward pass is a mistake of the program more likely
// than a waste, which a fix would set in stone.
bool computes_loss_of_training(const SemanticModel& model, NodeId scope, const EvalRegion& region);

}  // namespace mlfix
