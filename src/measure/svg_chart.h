// Two curves in one picture.
#pragma once

#include <string>

#include "measure/comparison.h"

namespace mlfix {

// An <svg> element with axes, both curves and their names at their ends. Colours
// come from the page: classes "before", "after", "axis" and "tick". A curve has
// at most a few hundred points; of the samples in between, the extremes are kept.
std::string svg_chart(const ComparedQuantity& quantity);

}  // namespace mlfix
