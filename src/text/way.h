// A way: the places that a finding leads through, from where the value is made, or the code is
// called, to where it does harm. For people, who want to see that it is so.
//
// Short by construction: what is longer than kMostSteps has its middle left out. A value type; an
// empty one, which most findings have, is three pointers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "text/line_table.h"
#include "text/text_range.h"

namespace mlfix {

struct WayStep {
  TextRange range;    // in the analysed text; empty for a step in another file
  std::string path;   // of another file, as seen from where the analysed one is; else empty
  Position position;  // there
  std::string text;   // what happens there

  bool is_elsewhere() const { return !path.empty(); }
  friend bool operator==(const WayStep&, const WayStep&) = default;
};

// While a way is put together.
using WaySteps = std::vector<WayStep>;

class Way {
 public:
  static constexpr std::size_t kMostSteps = 8;

  Way() = default;
  // Two steps at least: one place alone is no way, and leaves it empty.
  explicit Way(WaySteps steps);

  bool empty() const { return steps_.empty(); }
  std::span<const WayStep> steps() const { return steps_; }
  // Moves each step of the analysed text.
  template <typename Move>
  void move_ranges(Move move) {
    for (WayStep& step : steps_) {
      if (!step.is_elsewhere()) step.range = move(step.range);
    }
  }
  friend bool operator==(const Way&, const Way&) = default;

 private:
  WaySteps steps_;
};

}  // namespace mlfix
