// Which regions of a function are reported, and which are served by the fix of another function.
#pragma once

#include <string_view>
#include <vector>

#include "engine/transform.h"
#include "torch/training/evaluation.h"

namespace mlfix {

// The regions of a function, by how they are found. Where one trains, a forward pass in it may
// still make a graph for nobody. Kept: who calls a function asks again.
const std::vector<EvalRegion>& regions_of(const Context& c, NodeId function);

// Why the region is not worth a word, or "".
std::string_view why_minor(const Context& c, NodeId scope, const EvalRegion& region);

// Does each forward pass of the region run a function of the file that makes all its graphs in
// regions of its own which are reported, or runs another one that does? Then the region makes none
// when they are fixed.
bool is_mended_inside(const Context& c, const EvalRegion& region);

// Do callers run the function, nobody else, and each in a region that is reported, or in a function
// of which the same is true? Then it makes no graph when these are fixed.
bool is_mended_outside(const Context& c, NodeId scope, const EvalRegion& region);

}  // namespace mlfix
