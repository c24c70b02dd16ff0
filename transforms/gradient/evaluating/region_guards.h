// What leaves a region of forward passes alone.
#pragma once

#include <string_view>

#include "engine/transform.h"
#include "torch/training/evaluation.h"

namespace mlfix {

// What is known of the place that leaves the region alone, whatever becomes of the graphs, or "".
std::string_view fact_of_place(const Context& c, NodeId scope, const EvalRegion& region);

// The fact that leaves the region alone, of its place or of what becomes of the graphs, or "". A
// question of flow.
std::string_view why_not(const Context& c, NodeId scope, const EvalRegion& region);

}  // namespace mlfix
