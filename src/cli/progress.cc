// Carriage return and "erase to the end of the line" keep it to one line.

#include "cli/progress.h"

#include <fmt/format.h>

#include <string>

#include "report/display.h"
#include "report/labels.h"

namespace mlfix {
namespace {

constexpr std::chrono::milliseconds kQuietAtFirst{500};
constexpr std::chrono::milliseconds kInterval{100};
constexpr std::string_view kErase = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(Output& output, bool wanted)
    : output_(output),
      wanted_(wanted && output.is_terminal()),
      next_(Clock::now() + kQuietAtFirst) {}

ProgressLine::~ProgressLine() {
  if (shown_) output_.write(kErase);
}

void wipe_progress(Output& output) {
  if (output.is_terminal()) output.write(kErase);
}

void ProgressLine::update(std::size_t done, std::size_t total, std::size_t findings,
                          std::string_view current) {
  const std::string counts = counted(findings, "finding");
  show(fmt::format("{} of {} files, {}: {}", done, total, counts, current));
}

void ProgressLine::show(std::string_view text) {
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  shown_ = true;
  // A line that wraps could not be wiped.
  const std::size_t room = output_.columns() - 1;
  const std::string line = fmt::format("mlfix: {}", text);
  output_.write(fmt::format("{}{}", kErase, display_line(line, {}, room).text));
}

}  // namespace mlfix
