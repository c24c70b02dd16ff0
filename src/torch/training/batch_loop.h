// Loops over batches and the steps of simulations: the innermost loops of training and evaluation.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the loop go through a loader, or does its own body (inner loops and defs
// excluded) run a model or an optimizer, or call backward()? A loop that says
// that it counts epochs is none.
bool is_batch_loop(const SemanticModel& model, NodeId loop);

// Does the loop say that it counts epochs, by its target or by what it goes through?
bool counts_epochs(const SemanticModel& model, NodeId loop);

// Is there a batch loop in the body of `loop`?
bool holds_batch_loop(const SemanticModel& model, NodeId loop);

// Does a loop beside the place, in the same function, train, and no loop hold the place? Then what
// is made there is one for a whole training. Kept for each function, in whose calls it is linear.
// For what is worth saying, not for proofs.
bool is_beside_training(const SemanticModel& model, NodeId at);

// Does the body of `loop` bind a name to a model: made, loaded or built there?
bool makes_model(const SemanticModel& model, NodeId loop);

// Is it known of the loop that it has no more iterations than `limit`: by a literal number of
// them, or by `if i >= 3: break`?
bool iterates_at_most(const SemanticModel& model, NodeId loop, std::int64_t limit);

// The first statement of a body (of a loop or a function) with which most runs of it end,
// `if i % 10: continue`; kNoNode, which is after all others, when there is none. Kept.
NodeId first_skip(const SemanticModel& model, NodeId body);

// The call in the region by which a simulated environment takes a step or is started again, or
// kNoNode. By the name that the environment has.
NodeId simulation_step(const SemanticModel& model, NodeId region);

}  // namespace mlfix
