// What is left out of a long way is said in words, so that nobody who shows steps has to know.

#include "text/way.h"

#include <fmt/format.h>

namespace mlfix {
namespace {

constexpr std::size_t kStepsInFront = 3;
constexpr std::size_t kStepsBehind = Way::kMostSteps - kStepsInFront;

}  // namespace

Way::Way(WaySteps steps) : steps_(std::move(steps)) {
  if (steps_.size() < 2) steps_.clear();
  if (steps_.size() <= kMostSteps) return;
  const std::size_t left_out = steps_.size() - kMostSteps;
  const auto gap = steps_.begin() + kStepsInFront;
  steps_.erase(gap, gap + static_cast<std::ptrdiff_t>(left_out));
  WayStep& next = steps_[kMostSteps - kStepsBehind];
  next.text = fmt::format("{} {} later: {}", left_out, left_out == 1 ? "step" : "steps", next.text);
}

}  // namespace mlfix
