// Curves in characters.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "measure/series.h"

namespace mlfix {

struct ChartSize {
  std::size_t columns = 60;
  std::size_t rows = 4;
};

struct ChartScale {
  double seconds = 1;  // at the right edge
  double value = 1;    // at the top; the bottom is 0
};

// `rows` lines from the top down, of at most `columns` characters: the area below
// the curve. Each column shows the largest sample of its time, or the last one
// before; past the end of the curve there is nothing. With `unicode` a row has
// eight levels (block elements), else two.
std::vector<std::string> area_chart(const Series& series, const ChartScale& scale,
                                    const ChartSize& size, bool unicode);

}  // namespace mlfix
