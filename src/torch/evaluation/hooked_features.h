// Forward passes that are run for what hooks keep of them.
#pragma once

#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Are all forward passes of the region run for hooks that keep what they see in a place that is
// there before, and does the region take from that place nothing but what it detaches at once?
bool takes_only_detached_features(const SemanticModel& model, const EvalRegion& region);

}  // namespace mlfix
