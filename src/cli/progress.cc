// Carriage return and "erase to the end of the line" keep it to one line.

#include "cli/progress.h"

#include <fmt/format.h>

namespace mlfix {
namespace {

constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kInterval{100};
constexpr std::string_view kErase = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(Output& output, bool wanted)
    : output_(output), wanted_(wanted && output.is_terminal()), next_(Clock::now() + kPatience) {}

ProgressLine::~ProgressLine() {
  if (shown_) output_.write(kErase);
}

void ProgressLine::update(std::size_t done, std::size_t total) {
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  shown_ = true;
  output_.write(fmt::format("{}mlfix: {} of {} files", kErase, done, total));
}

}  // namespace mlfix
