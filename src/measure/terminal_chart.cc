// A column of the chart is a number of steps, a row shows its part of them.

#include "measure/terminal_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace mlfix {
namespace {

// The parts of a full cell, from none to all of it.
constexpr std::array<std::string_view, 9> kBlocks = {
    " ", "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588"};
constexpr std::array<std::string_view, 3> kAscii = {" ", ".", "#"};

std::vector<double> values_by_column(const Series& series, double seconds, std::size_t columns) {
  std::vector<std::optional<double>> largest(columns);
  std::size_t last = 0;
  for (const Point& point : series) {
    const double place = point.seconds / seconds * static_cast<double>(columns);
    const auto column =
        static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(columns - 1)));
    largest[column] = std::max(largest[column].value_or(0), point.value);
    last = std::max(last, column);
  }
  std::vector<double> values;
  for (std::size_t i = 0; i <= last; ++i) {
    values.push_back(largest[i].value_or(values.empty() ? 0 : values.back()));
  }
  return values;
}

template <std::size_t N>
std::string row_of(const std::vector<long>& steps, std::size_t from_bottom,
                   const std::array<std::string_view, N>& cells) {
  const long levels = static_cast<long>(N) - 1;
  std::string row;
  for (const long step : steps) {
    const long part = step - static_cast<long>(from_bottom) * levels;
    row += cells[static_cast<std::size_t>(std::clamp(part, 0L, levels))];
  }
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

template <std::size_t N>
std::vector<std::string> draw(const std::vector<double>& values, double top, std::size_t rows,
                              const std::array<std::string_view, N>& cells) {
  const double steps_at_top = static_cast<double>(rows * (N - 1));
  std::vector<long> steps;
  for (const double value : values) {
    // What is more than nothing is seen.
    const long step = std::lround(value / top * steps_at_top);
    steps.push_back(value > 0 ? std::max(step, 1L) : 0);
  }
  std::vector<std::string> lines;
  for (std::size_t row = rows; row-- > 0;) lines.push_back(row_of(steps, row, cells));
  return lines;
}

}  // namespace

std::vector<std::string> area_chart(const Series& series, const ChartScale& scale,
                                    const ChartSize& size, bool unicode) {
  if (series.empty() || scale.seconds <= 0 || scale.value <= 0) {
    return std::vector<std::string>(size.rows);
  }
  const std::vector<double> values = values_by_column(series, scale.seconds, size.columns);
  return unicode ? draw(values, scale.value, size.rows, kBlocks)
                 : draw(values, scale.value, size.rows, kAscii);
}

}  // namespace mlfix
