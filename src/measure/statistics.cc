// The first half of a run is left out of the slope: imports, the first batches
// and caches that fill up are growth that ends. The end is a median, because the
// last sample can fall into the moment in which the program gives its memory back.

#include "measure/statistics.h"

#include <algorithm>
#include <cstddef>

namespace mlfix {
namespace {

constexpr std::size_t kFewestForSlope = 5;
constexpr double kSecondsPerMinute = 60;

// Per second; nothing when all samples are of one moment.
std::optional<double> slope(std::span<const Point> points) {
  const auto n = static_cast<double>(points.size());
  double time = 0;
  double value = 0;
  for (const Point& point : points) {
    time += point.seconds;
    value += point.value;
  }
  time /= n;
  value /= n;
  double covariance = 0;
  double variance = 0;
  for (const Point& point : points) {
    covariance += (point.seconds - time) * (point.value - value);
    variance += (point.seconds - time) * (point.seconds - time);
  }
  if (variance <= 0) return std::nullopt;
  return covariance / variance;
}

std::span<const Point> latter_half(const Series& series) {
  const double middle = (series.front().seconds + series.back().seconds) / 2;
  const auto from = std::partition_point(series.begin(), series.end(),
                                         [&](const Point& p) { return p.seconds < middle; });
  return {from, series.end()};
}

double median_of_last_tenth(const Series& series) {
  const std::size_t count = std::max<std::size_t>(1, series.size() / 10);
  std::vector<double> last;
  for (const Point& point : std::span(series).last(count)) last.push_back(point.value);
  const auto middle = last.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(last.begin(), middle, last.end());
  return *middle;
}

}  // namespace

CurveFigures figures_of(const Series& series) {
  CurveFigures figures;
  for (const Point& point : series) figures.peak = std::max(figures.peak, point.value);
  figures.end = median_of_last_tenth(series);
  const std::span<const Point> latter = latter_half(series);
  if (latter.size() < kFewestForSlope) return figures;
  if (const auto per_second = slope(latter)) figures.per_minute = *per_second * kSecondsPerMinute;
  return figures;
}

}  // namespace mlfix
