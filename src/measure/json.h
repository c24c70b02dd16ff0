// A measurement for programs; docs/measure.md describes it.
#pragma once

#include <string>

#include "measure/comparison.h"

namespace mlfix {

// One JSON document with a final newline, keys in a fixed order. Bytes, seconds,
// and growth per minute.
std::string measure_json(const Comparison& comparison);

}  // namespace mlfix
