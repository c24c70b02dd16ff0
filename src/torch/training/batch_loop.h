// Loops over batches: the innermost loops of training and evaluation.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// Does the loop go through a loader, or does its own body (inner loops and defs
// excluded) run a model or an optimizer, or call backward()? A loop that says
// that it counts epochs is none.
bool is_batch_loop(const SemanticModel& model, NodeId loop);

// Is there such a loop in the body of `loop`?
bool holds_batch_loop(const SemanticModel& model, NodeId loop);

// Does the body of `loop` bind a name to a model: made, loaded or built there?
bool makes_model(const SemanticModel& model, NodeId loop);

}  // namespace mlfix
