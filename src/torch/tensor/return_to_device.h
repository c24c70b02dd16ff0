// What was moved to the CPU and goes to a device again as a whole: it has to fit there.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the value of `expr` go to a device, by names (eight at most), through functions that give
// the whole of what they take? A device is told by its text. Linear in the uses of the names, and
// booked in the model's work; for what is worth saying, not for proofs.
bool returns_to_device(const SemanticModel& model, NodeId expr);

// The same of an array that the value of `part` is written to: out[i] = part.
bool returns_in_array(const SemanticModel& model, NodeId part);

}  // namespace mlfix
