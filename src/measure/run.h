// One measured run of a command.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "measure/gpu_probe.h"
#include "measure/series.h"
#include "measure/tensor_probe.h"
#include "process/process.h"
#include "text/error.h"

namespace mlfix {

enum class Ending : std::uint8_t {
  Itself,       // it ended, well or not
  TimeLimit,    // we ended it, as was asked for
  Interrupted,  // the user ended the measurement
};

struct MeasuredRun {
  Ending ending = Ending::Itself;
  int status = 0;  // as a shell shows it: 128 + n after signal n; 0 unless Itself
  double seconds = 0;
  SeriesMap series;                     // each with a point at least
  std::vector<std::string> last_lines;  // of its output, when that was captured

  bool failed() const { return ending == Ending::Itself && status != 0; }
};

struct RunRequest {
  Command command;
  std::chrono::milliseconds interval{200};
  std::optional<std::chrono::milliseconds> limit;
  // Where the command's output goes: a descriptor, or else a new file there.
  std::optional<int> output;
  std::filesystem::path log;
  // A new file there, which stays open in all that comes of the command.
  std::filesystem::path mark;
  GpuProbe* gpu = nullptr;               // not owned; may be null
  const TensorProbe* tensors = nullptr;  // not owned; may be null
};

struct Watch {
  std::function<bool()> interrupted;                           // asked often
  std::function<void(double seconds, double bytes)> progress;  // after each sample
};

// Runs the command to its end, to the limit or to the interruption. When it
// returns, no process of the command is alive. No other thread may run meanwhile.
// Errors: Usage, when the command can't be run; Unwritable, the log.
Result<MeasuredRun> run_measured(const RunRequest& request, const Watch& watch);

}  // namespace mlfix
