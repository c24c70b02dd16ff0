// Tensors and the heap, seen from inside the program.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/series.h"
#include "text/error.h"
#include "text/temporary_folder.h"

namespace mlfix {

// What one process wrote: by quantity, with times of CLOCK_MONOTONIC in seconds.
// A line that is cut off, or malformed, is left out.
SeriesMap parse_samples(std::string_view text);

// One curve of those of several processes: at each time of any of them, the sum
// of what each said last. A process counts from its first sample to its last.
Series sum_of(std::span<const Series> series);

// A folder with a sitecustomize.py that Python programs import at their start.
// Removed at the end, so it must outlive the program.
class TensorProbe {
 public:
  // `script` is the text of sitecustomize.py. Errors: Unwritable.
  static Result<TensorProbe> make(const std::string& script, std::chrono::milliseconds interval);

  // What PYTHONPATH must be for the program, when it would be `before`.
  std::string python_path(const std::optional<std::string>& before) const;

  // What all processes have written so far, in seconds since `start`, a time of
  // CLOCK_MONOTONIC.
  SeriesMap collect(double start) const;

 private:
  explicit TensorProbe(TemporaryFolder folder) : folder_(std::move(folder)) {}

  TemporaryFolder folder_;
};

}  // namespace mlfix
