// std::from_chars reads numbers the same way in every locale.

#include "cli/measure_options.h"

#include <array>
#include <charconv>
#include <utility>

namespace mlfix {

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  using std::chrono::milliseconds;
  constexpr std::array<std::pair<std::string_view, double>, 5> kUnits = {
      {{"", 1e3}, {"ms", 1}, {"s", 1e3}, {"m", 6e4}, {"h", 3.6e6}}};
  constexpr double kYear = 366.0 * 24 * 3.6e6;
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const auto& [name, factor] : kUnits) {
    if (unit != name) continue;
    const double result = number * factor;
    if (result >= 1 && result <= kYear) return milliseconds(static_cast<std::int64_t>(result));
  }
  return std::nullopt;
}

}  // namespace mlfix
