// What autocast keeps of the weights that it casts.
#pragma once

#include <cstdint>

#include "semantic/verdict/verdict.h"
#include "torch/graph/graph_fate.h"

namespace mlfix {

class SemanticModel;

// In an autocast region the copies of weights in the lower precision are kept until the outermost
// one ends (torch/csrc/autocast_mode.cpp, `cached_cast`). What runs there without gradients leaves
// copies without a graph, and a later pass that is to train the same weights takes those: the
// weights get no gradients.
enum class CastCache : std::uint8_t {
  Apart,  // no region around the span is seen that holds another pass with a graph that may be used
  Shared,  // one that runs other modules, as far as their names tell, or functions
  Same,    // one that calls the same module
};

// Whether a region of autocast around the span, in its function or in callers, up to three of them
// and those of other files, holds such a pass after the span, or in a loop with it. Callers that
// are not in the run are taken to open none. Asks files that call, once for each span: for
// findings.
CastCache cast_cache_around(const SemanticModel& model, Span span);

// The same as an answer: proven where the cache is apart.
Answer<Claim::CastsApart> casts_apart(const SemanticModel& model, Span span);

}  // namespace mlfix
