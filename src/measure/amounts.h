// Amounts as people read them. Pure functions.
#pragma once

#include <optional>
#include <string>

#include "measure/run.h"
#include "measure/series.h"

namespace mlfix {

// "612 MB", "1.25 GB" (powers of 1000), or "12,345".
std::string amount_text(double value, bool bytes);

// "+120 MB/min"; "-" when it is not known.
std::string growth_text(std::optional<double> per_minute, bool bytes);

// "-61 %"; "-" when there is nothing to compare with.
std::string change_text(double before, double after);

// "0.8 s", "1 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

// The same for an axis, whose lines are at whole units: "20 s", "2 min", "1 h".
std::string tick_time_text(double seconds);

// How a run ended: "exit status 0", "killed by signal 9", "ended at the time limit".
std::string ending_text(const MeasuredRun& run);

// Whole multiples of 1, 2 or 5 times a power of ten from 0 to at least `highest`,
// about `count` of them; where an axis has its lines.
std::vector<double> axis_ticks(double highest, unsigned count);

}  // namespace mlfix
