// A curve in three figures.
#pragma once

#include <optional>

#include "measure/series.h"

namespace mlfix {

struct CurveFigures {
  double peak = 0;                   // the largest sample
  double end = 0;                    // the median of the last tenth of the samples
  std::optional<double> per_minute;  // slope of the least-squares line through the latter
                                     // half of the time; nothing with fewer than five samples
  friend bool operator==(const CurveFigures&, const CurveFigures&) = default;
};

// `series` must not be empty. O(n log n).
CurveFigures figures_of(const Series& series);

}  // namespace mlfix
