// Three digits are enough: what differs by less is noise.

#include "measure/amounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mlfix {
namespace {

constexpr double kThousand = 1000;

std::string with_three_digits(double value) {
  constexpr double kTen = 10;
  constexpr double kHundred = 100;
  const double size = std::abs(value);
  if (size < kTen) return fmt::format("{:.2f}", value);
  return size < kHundred ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

std::string bytes_text(double value) {
  constexpr std::array<std::string_view, 5> kUnits = {"B", "kB", "MB", "GB", "TB"};
  constexpr double kNext = 999.5;  // what would be shown as 1000
  std::size_t unit = 0;
  while (std::abs(value) >= kNext && unit + 1 < kUnits.size()) {
    value /= kThousand;
    ++unit;
  }
  if (unit == 0) return fmt::format("{:.0f} B", value);
  return fmt::format("{} {}", with_three_digits(value), kUnits[unit]);
}

std::string count_text(double value) {
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  constexpr std::size_t kGroup = 3;
  for (std::size_t at = digits.size(); at > kGroup; at -= kGroup) {
    digits.insert(at - kGroup, 1, ',');
  }
  return (value < 0 && digits != "0" ? "-" : "") + digits;
}

}  // namespace

std::string amount_text(double value, bool bytes) {
  return bytes ? bytes_text(value) : count_text(value);
}

std::string growth_text(std::optional<double> per_minute, bool bytes) {
  if (!per_minute) return "-";
  const std::string amount = amount_text(*per_minute, bytes);
  return fmt::format("{}{}/min", amount.starts_with('-') ? "" : "+", amount);
}

std::string change_text(double before, double after) {
  constexpr double kPercent = 100;
  if (before <= 0) return "-";
  return fmt::format("{:+.0f} %", (after - before) / before * kPercent);
}

std::string duration_text(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (seconds < kMinute) return fmt::format("{:.1f} s", seconds);
  const double hours = std::floor(seconds / kHour);
  const double minutes = std::floor((seconds - hours * kHour) / kMinute);
  if (hours > 0) return fmt::format("{:.0f} h {:.0f} min", hours, minutes);
  return fmt::format("{:.0f} min {:.0f} s", minutes, std::floor(seconds - minutes * kMinute));
}

std::string tick_time_text(double seconds) {
  std::string text = duration_text(seconds);
  for (const std::string_view nothing : {" 0 s", " 0 min"}) {
    if (text.ends_with(nothing)) text.resize(text.size() - nothing.size());
  }
  const std::size_t point = text.find(".0 s");
  if (point != std::string::npos) text.erase(point, 2);
  return text;
}

std::string ending_text(const MeasuredRun& run) {
  constexpr int kSignal = 128;
  if (run.ending == Ending::TimeLimit) return "ended at the time limit";
  if (run.ending == Ending::Interrupted) return "interrupted";
  if (run.status > kSignal) return fmt::format("killed by signal {}", run.status - kSignal);
  return fmt::format("exit status {}", run.status);
}

std::vector<double> axis_ticks(double highest, unsigned count) {
  if (highest <= 0) return {0, 1};
  const double rough = highest / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  constexpr std::array<double, 4> kSteps = {1, 2, 5, 10};
  const auto fits = [&](double step) { return step * power >= rough * (1 - 1e-9); };
  const double step = *std::ranges::find_if(kSteps, fits) * power;
  const auto last = static_cast<int>(std::ceil(highest / step - 1e-9));
  std::vector<double> ticks;
  for (int i = 0; i <= last; ++i) ticks.push_back(i * step);
  return ticks;
}

}  // namespace mlfix
