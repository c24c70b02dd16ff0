// The page is written by hand, without a library and without a script: it must
// open in ten years, from a mail, without a network.

#include "measure/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "measure/amounts.h"
#include "measure/svg_chart.h"
#include "report/labels.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>mlfix measure</title>
<style>
:root { --paper: #ffffff; --ink: #1c2024; --soft: #5c6570; --line: #d9dee3; --shade: #f4f6f8;
  --before: #b3261e; --after: #0b6e4f; --added: #e3f5ea; --removed: #fdeaea; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e6e9ec; --soft: #a3adb8; --line: #343b42; --shade: #1d2226;
    --before: #ff8a80; --after: #5fd3a6; --added: #12301f; --removed: #3a1b1b; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 56rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; }
code, pre { font: 14px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
p code, li code { overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th.before, text.before { color: var(--before); fill: var(--before); }
th.after, text.after { color: var(--after); fill: var(--after); }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px system-ui, "DejaVu Sans", sans-serif; }
.axis { stroke: var(--line); }
.tick { fill: var(--soft); }
.name { font-weight: 600; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.curve.before { stroke: var(--before); }
.curve.after { stroke: var(--after); }
li { margin: .4rem 0; }
pre { background: var(--shade); padding: .75rem 0; overflow-x: auto; border-radius: 6px; }
pre span { display: block; padding: 0 .75rem; min-height: 1.45em; width: max-content;
  min-width: calc(100% - 1.5rem); }
pre .added { background: var(--added); }
pre .removed { background: var(--removed); }
pre .head { color: var(--soft); }
</style>
</head>
<body>
)";

constexpr std::string_view kMethod = R"(<h2>How this was measured</h2>
<p class="soft">Both runs ran the same command, one after the other, and every process that it
started counts. PSS counts a page that processes share once, RSS in each of them. Growth is the
slope of the least-squares line through the latter half of the run; the end is the median of the
last tenth of the samples. What happens between two samples is not seen.</p>
)";

constexpr std::string_view kInside = R"(<p class="soft">The heap is what malloc has handed out and
not got back: unlike the resident memory it does not count what the allocator keeps for later.
Graph nodes are those that tensors in the hands of Python code keep alive.</p>
)";

std::string row(std::string_view name, std::string_view before, std::string_view after,
                std::string_view change) {
  return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", name, before, after,
                     change);
}

std::string quantity_rows(const ComparedQuantity& quantity) {
  const bool bytes = quantity.info->bytes;
  const auto amount = [&](const Series* series, double CurveFigures::*which) {
    return series == nullptr ? "-" : amount_text(figures_of(*series).*which, bytes);
  };
  const auto growth = [&](const Series* series) {
    return series == nullptr ? "-" : growth_text(figures_of(*series).per_minute, bytes);
  };
  const auto line = [&](std::string_view name, double CurveFigures::*which) {
    const bool both = quantity.before != nullptr && quantity.after != nullptr;
    const std::string change =
        both ? change_text(figures_of(*quantity.before).*which, figures_of(*quantity.after).*which)
             : "-";
    return row(fmt::format("{}, {}", quantity.info->label, name), amount(quantity.before, which),
               amount(quantity.after, which), change);
  };
  return line("peak", &CurveFigures::peak) + line("end", &CurveFigures::end) +
         row(fmt::format("{}, growth", quantity.info->label), growth(quantity.before),
             growth(quantity.after), "");
}

std::string table(const Comparison& comparison) {
  std::string text =
      "<div class=\"wide\"><table>\n<thead><tr><th></th><th class=\"before\">before</th>"
      "<th class=\"after\">after</th><th>change</th></tr></thead>\n<tbody>\n";
  for (const ComparedQuantity& quantity : compared(comparison)) text += quantity_rows(quantity);
  const MeasuredRun& before = comparison.before;
  const MeasuredRun& after = comparison.after;
  text += row("time", duration_text(before.seconds), duration_text(after.seconds),
              change_text(before.seconds, after.seconds));
  text += row("end of the run", ending_text(before), ending_text(after), "");
  return text + "</tbody></table></div>\n";
}

std::string charts(const Comparison& comparison) {
  std::string text;
  for (const ComparedQuantity& quantity : compared(comparison)) {
    if (!quantity.info->charted) continue;
    text += fmt::format("<h2>{}</h2>\n{}", quantity.info->label, svg_chart(quantity));
  }
  return text;
}

std::string fix_item(const AppliedFix& fix) {
  return fmt::format(
      "<li><code>{}</code> <strong>{}</strong> <span class=\"soft\">({}, {} fix)</span><br>{}"
      "<br><span class=\"soft\">{}</span></li>\n",
      xml_escaped(place_text(fix)), xml_escaped(fix.rule), xml_escaped(fix.severity),
      xml_escaped(fix.level), xml_escaped(fix.message), xml_escaped(fix.title));
}

std::string_view class_of(std::string_view line) {
  if (line.starts_with("---") || line.starts_with("+++") || line.starts_with("@@")) return "head";
  if (line.starts_with('+')) return "added";
  if (line.starts_with('-')) return "removed";
  return "same";
}

std::string patch(std::string_view diff) {
  if (diff.empty()) return "";
  std::string text = "<h2>The patch</h2>\n<pre>";
  while (!diff.empty()) {
    const std::string_view line = diff.substr(0, diff.find('\n'));
    text += fmt::format("<span class=\"{}\">{}</span>", class_of(line), xml_escaped(line));
    diff.remove_prefix(std::min(line.size() + 1, diff.size()));
  }
  return text + "</pre>\n";
}

}  // namespace

std::string measure_page(const Comparison& comparison) {
  std::string text(kHead);
  text += fmt::format("<h1>Memory before and after {}</h1>\n<p><code>{}</code></p>\n",
                      counted(comparison.fixes.size(), "fix", "fixes"),
                      xml_escaped(fmt::format("{}", fmt::join(comparison.command, " "))));
  text += table(comparison);
  text += charts(comparison);
  text += "<h2>What was fixed</h2>\n<ul>\n";
  for (const AppliedFix& fix : comparison.fixes) text += fix_item(fix);
  text += "</ul>\n";
  text += patch(comparison.diff);
  text += kMethod;
  if (comparison.tensors) text += kInside;
  return text + "<p class=\"soft\">Written by mlfix " MLFIX_VERSION ".</p>\n</body>\n</html>\n";
}

}  // namespace mlfix
