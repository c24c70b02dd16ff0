// Before and after stand side by side in numbers and below each other in charts,
// where the same scale makes them comparable at a glance.

#include "measure/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "measure/amounts.h"
#include "measure/terminal_chart.h"
#include "report/display.h"
#include "report/labels.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostFixes = 10;
constexpr std::size_t kMargin = 11;  // of a chart: the name of the run and the axis
constexpr std::size_t kWidest = 100;

std::string table_row(std::string_view name, std::string_view before, std::string_view after,
                      std::string_view change) {
  std::string row = fmt::format("  {:<24}{:>14}{:>14}{:>10}", name, before, after, change);
  row.erase(row.find_last_not_of(' ') + 1);
  return row + "\n";
}

std::string quantity_lines(const ComparedQuantity& quantity) {
  const bool bytes = quantity.info->bytes;
  CurveFigures before;
  CurveFigures after;
  if (quantity.before != nullptr) before = figures_of(*quantity.before);
  if (quantity.after != nullptr) after = figures_of(*quantity.after);
  const auto amount = [&](const Series* series, double value) {
    return series == nullptr ? std::string("-") : amount_text(value, bytes);
  };
  const auto row = [&](std::string_view name, double was, double is) {
    const bool both = quantity.before != nullptr && quantity.after != nullptr;
    return table_row(name, amount(quantity.before, was), amount(quantity.after, is),
                     both ? change_text(was, is) : "-");
  };
  return row(fmt::format("{}: peak", quantity.info->label), before.peak, after.peak) +
         row("  end", before.end, after.end) +
         table_row("  growth", growth_text(before.per_minute, bytes),
                   growth_text(after.per_minute, bytes), "");
}

std::string short_ending(const MeasuredRun& run) {
  if (run.ending == Ending::TimeLimit) return "time limit";
  return fmt::format("{}", run.status);
}

std::string table_text(const Comparison& comparison, const Paint& paint) {
  std::string text = paint.bold(table_row("", "before", "after", "change"));
  for (const ComparedQuantity& quantity : compared(comparison)) text += quantity_lines(quantity);
  const MeasuredRun& before = comparison.before;
  const MeasuredRun& after = comparison.after;
  text += table_row("time", duration_text(before.seconds), duration_text(after.seconds),
                    change_text(before.seconds, after.seconds));
  text += table_row("exit status", short_ending(before), short_ending(after), "");
  return text;
}

std::string curve_text(const Series* series, std::string_view name, const ChartScale& scale,
                       const MeasureTextOptions& options, bool is_after) {
  if (series == nullptr) return "";
  const ChartSize size{std::min(options.columns, kWidest) - kMargin, 4};
  const std::string axis = options.unicode ? "\u2502" : "|";
  std::string text;
  for (const std::string& line : area_chart(*series, scale, size, options.unicode)) {
    const std::string ink = is_after ? options.paint.green(line) : options.paint.red(line);
    text += fmt::format("  {:<7}{}{}\n", name, axis, ink);
    name = "";
  }
  return text;
}

double end_of(const Series* series) {
  return series == nullptr ? 0 : series->back().seconds;
}

double peak_of(const Series* series) {
  return series == nullptr ? 0 : figures_of(*series).peak;
}

std::string chart_text(const ComparedQuantity& quantity, const MeasureTextOptions& options) {
  const ChartScale scale{std::max(end_of(quantity.before), end_of(quantity.after)),
                         std::max(peak_of(quantity.before), peak_of(quantity.after))};
  const std::string title =
      fmt::format("{}, 0 to {} in {}", quantity.info->label,
                  amount_text(scale.value, quantity.info->bytes), duration_text(scale.seconds));
  return fmt::format("\n  {}\n", options.paint.bold(title)) +
         curve_text(quantity.before, "before", scale, options, false) +
         curve_text(quantity.after, "after", scale, options, true);
}

std::string fixes_text(const Comparison& comparison, const Paint& paint) {
  std::string text =
      fmt::format("{} in the copy:\n", counted(comparison.fixes.size(), "fix", "fixes"));
  for (std::size_t i = 0; i < std::min(comparison.fixes.size(), kMostFixes); ++i) {
    const AppliedFix& fix = comparison.fixes[i];
    text += fmt::format("  {}: {}\n", visible(place_text(fix)), paint.cyan(fix.rule));
  }
  if (comparison.fixes.size() > kMostFixes) {
    text += fmt::format("  and {} more\n", comparison.fixes.size() - kMostFixes);
  }
  return text + "\n";
}

}  // namespace

std::string measure_text(const Comparison& comparison, const MeasureTextOptions& options) {
  std::string text = fixes_text(comparison, options.paint);
  text += table_text(comparison, options.paint);
  for (const ComparedQuantity& quantity : compared(comparison)) {
    if (quantity.info->charted) text += chart_text(quantity, options);
  }
  if (comparison.tensors && !comparison.before.series.contains(Quantity::Heap)) {
    text +=
        "\n  No Python of the command imported the watcher of --tensors (python -I, -E and -S\n"
        "  do not).\n";
  }
  return text;
}

std::string failure_text(const MeasuredRun& run, std::string_view name, const Paint& paint) {
  std::string text = fmt::format("{} the run {} failed: {} after {}\n", paint.red("mlfix:"), name,
                                 ending_text(run), duration_text(run.seconds));
  for (const std::string& line : run.last_lines) {
    text += fmt::format("  {} {}\n", paint.dim("|"), printable(line));
  }
  return text;
}

}  // namespace mlfix
