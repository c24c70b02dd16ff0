// A line on the terminal that says how far a long run has come: files done,
// findings, and a file that is being read.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

#include "cli/terminal.h"

namespace mlfix {

// Shows nothing in a run of less than half a second, nor when `output` is no
// terminal. Not thread-safe: the scheduler makes one call at a time.
class ProgressLine {
 public:
  ProgressLine(Output& output, bool wanted);
  ~ProgressLine();  // wipes the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(std::size_t done, std::size_t total, std::size_t findings, std::string_view current);
  // The same for a text of the caller's.
  void show(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;

  Output& output_;
  bool wanted_;
  bool shown_ = false;
  Clock::time_point next_;
};

// Wipes whatever stands in the last line of a terminal; nothing for another output.
void wipe_progress(Output& output);

}  // namespace mlfix
