// Thinning keeps the smallest and the largest sample of each slice of time: a
// peak that lasted for one sample is what the picture is looked at for.

#include "measure/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/amounts.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 260;
constexpr double kLeft = 72;    // room for the amounts
constexpr double kRight = 660;  // and for the names of the curves
constexpr double kTop = 14;
constexpr double kBottom = 224;  // and for the times
constexpr std::size_t kSlices = 200;
constexpr double kLabelHeight = 16;

struct Frame {
  double seconds = 1;
  double value = 1;

  double x(double at) const { return kLeft + (kRight - kLeft) * at / seconds; }
  double y(double at) const { return kBottom - (kBottom - kTop) * at / value; }
};

Series thinned(const Series& series) {
  if (series.size() <= 2 * kSlices) return series;
  Series kept = {series.front()};
  const double slice = static_cast<double>(series.size()) / static_cast<double>(kSlices);
  for (std::size_t i = 0; i < kSlices; ++i) {
    const auto begin = series.begin() + std::lround(static_cast<double>(i) * slice);
    const auto end = series.begin() + std::lround(static_cast<double>(i + 1) * slice);
    auto [low, high] = std::minmax_element(
        begin, end, [](const Point& a, const Point& b) { return a.value < b.value; });
    if (high < low) std::swap(low, high);
    kept.push_back(*low);
    if (high != low) kept.push_back(*high);
  }
  kept.push_back(series.back());
  return kept;
}

std::string curve(const Series* series, const Frame& frame, std::string_view name) {
  if (series == nullptr) return "";
  std::string points;
  for (const Point& point : thinned(*series)) {
    points += fmt::format("{:.1f},{:.1f} ", frame.x(point.seconds), frame.y(point.value));
  }
  points.pop_back();
  return fmt::format("<polyline class=\"curve {}\" points=\"{}\"/>\n", name, points);
}

std::string grid(const Frame& frame, const std::vector<double>& values,
                 const std::vector<double>& times, bool bytes) {
  std::string text;
  for (const double value : values) {
    text += fmt::format(
        "<line class=\"axis\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
        "<text class=\"tick\" x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        kLeft, kRight, frame.y(value), kLeft - 8, frame.y(value) + 4,
        value == 0 ? "0" : amount_text(value, bytes));
  }
  for (const double time : times) {
    text +=
        fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                    frame.x(time), kBottom + 20, time == 0 ? "0" : tick_time_text(time));
  }
  return text;
}

struct Label {
  double x = 0;
  double y = 0;
};

Label label_of(const Series& series, const Frame& frame) {
  return {frame.x(series.back().seconds) + 6, frame.y(series.back().value) + 4};
}

// At the ends of the curves; pushed apart where they would lie on each other.
std::string names(const ComparedQuantity& quantity, const Frame& frame) {
  std::vector<std::pair<std::string_view, Label>> labels;
  if (quantity.before != nullptr) labels.emplace_back("before", label_of(*quantity.before, frame));
  if (quantity.after != nullptr) labels.emplace_back("after", label_of(*quantity.after, frame));
  if (labels.size() == 2) {
    Label& upper = labels[0].second.y <= labels[1].second.y ? labels[0].second : labels[1].second;
    Label& lower = &upper == &labels[0].second ? labels[1].second : labels[0].second;
    if (lower.y - upper.y < kLabelHeight) {
      const double middle = std::clamp((upper.y + lower.y) / 2, kTop + kLabelHeight, kBottom - 4);
      upper.y = middle - kLabelHeight / 2;
      lower.y = middle + kLabelHeight / 2;
    }
  }
  std::string text;
  for (const auto& [name, at] : labels) {
    text += fmt::format("<text class=\"name {0}\" x=\"{1:.1f}\" y=\"{2:.1f}\">{0}</text>\n", name,
                        at.x, at.y);
  }
  return text;
}

double latest(const Series* series) {
  return series == nullptr ? 0 : series->back().seconds;
}

double highest(const Series* series) {
  return series == nullptr ? 0 : figures_of(*series).peak;
}

}  // namespace

std::string svg_chart(const ComparedQuantity& quantity) {
  const bool bytes = quantity.info->bytes;
  constexpr unsigned kValueTicks = 4;
  constexpr unsigned kTimeTicks = 6;
  const std::vector<double> values =
      axis_ticks(std::max(highest(quantity.before), highest(quantity.after)), kValueTicks);
  const double seconds = std::max({latest(quantity.before), latest(quantity.after), 0.1});
  std::vector<double> times = axis_ticks(seconds, kTimeTicks);
  if (times.back() > seconds) times.pop_back();
  const Frame frame{seconds, values.back()};
  return fmt::format(
             "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} before and after the "
             "fixes\">\n",
             kWidth, kHeight, xml_escaped(quantity.info->label)) +
         grid(frame, values, times, bytes) + curve(quantity.before, frame, "before") +
         curve(quantity.after, frame, "after") + names(quantity, frame) + "</svg>\n";
}

}  // namespace mlfix
