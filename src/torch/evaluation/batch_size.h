// The sizes of batches, as far as a file writes them down.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The size of the batches that the program trains with unless it is told otherwise: the default of
// an option that is called so. 0 when the file does not say. Linear in the file at the first
// question of this kind, then O(1).
std::int64_t preset_batch(const SemanticModel& model);

// The largest batch of a loader of the file whose size is written down; 0 when there is none. The
// same cost.
std::int64_t largest_written_batch(const SemanticModel& model);

// Is one of the sizes that options and loaders have at least twice another? Which of them trains
// is not asked. The same cost.
bool writes_unequal_batches(const SemanticModel& model);

// Is the function told how large its batches are, by a parameter that is called so, and is that by
// all that the file gives it no more than half of what the program trains with? Two graphs of it
// then take what one of a step takes.
bool takes_small_batches(const SemanticModel& model, NodeId function);

// Is the call given several batches at once: what x.view(n * k, *shape) gives?
bool takes_several_batches(const SemanticModel& model, NodeId call);

}  // namespace mlfix
