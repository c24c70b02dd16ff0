// A measurement for the terminal.
#pragma once

#include <cstddef>
#include <string>

#include "measure/comparison.h"
#include "report/paint.h"

namespace mlfix {

struct MeasureTextOptions {
  Paint paint{false};
  std::size_t columns = 80;
  bool unicode = true;  // block elements; else ASCII only
};

// The fixes, a table of the figures, and a chart of each curve that is worth one.
std::string measure_text(const Comparison& comparison, const MeasureTextOptions& options);

// What happened to a run that failed: which, how, and the end of its output.
// `name` is "before" or "after".
std::string failure_text(const MeasuredRun& run, std::string_view name, const Paint& paint);

}  // namespace mlfix
