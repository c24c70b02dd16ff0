// Statements that give memory back to the system or the device, by emptying the cache
// of the allocator or by running the collector.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A call of empty_cache or collect, or of a function of the file that does
// nothing else.
bool releases_memory(const SemanticModel& model, NodeId statement);

// `if torch.cuda.is_available():` and the like hold in all iterations or in none.
bool asks_for_device(const SemanticModel& model, NodeId branch);

// Does the function do that, on conditions about the device at most, and nothing else?
bool only_releases(const SemanticModel& model, NodeId function);

// Does anything in the loop measure how much memory is used?
bool measures_memory(const SemanticModel& model, NodeId loop);

}  // namespace mlfix
