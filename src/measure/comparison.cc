// Reports get words instead of ranges and indices, so none of them needs to know
// the engine.

#include "measure/comparison.h"

#include <fmt/format.h>

#include "report/labels.h"
#include "report/place.h"

namespace mlfix {
namespace {

AppliedFix described(const RunReport& report, const FileReport& file, const Finding& finding) {
  const Rule& rule = report.registry->rules()[finding.rule];
  const Place place = place_of(file.file, finding.range.begin);
  AppliedFix fix;
  fix.rule = rule.name;
  fix.severity = label(finding.severity);
  fix.path = file.file.path.generic_string();
  fix.cell = place.cell;
  fix.line = place.position.line;
  fix.message = finding.message;
  if (finding.fix) {
    fix.level = label(finding.fix->applicability());
    fix.title = finding.fix->title;
  }
  return fix;
}

const Series* series_of(const MeasuredRun& run, Quantity quantity) {
  const auto found = run.series.find(quantity);
  return found == run.series.end() || found->second.empty() ? nullptr : &found->second;
}

}  // namespace

std::vector<AppliedFix> applied_fixes(const RunReport& report) {
  std::vector<AppliedFix> fixes;
  for (const FileReport& file : report.files) {
    for (const FileFinding& entry : file.result.findings) {
      if (is_applied(report, entry)) fixes.push_back(described(report, file, entry.finding));
    }
  }
  return fixes;
}

std::string place_text(const AppliedFix& fix) {
  if (fix.cell) return fmt::format("{}:cell {}:{}", fix.path, *fix.cell, fix.line);
  return fmt::format("{}:{}", fix.path, fix.line);
}

std::vector<ComparedQuantity> compared(const Comparison& comparison) {
  std::vector<ComparedQuantity> found;
  for (const QuantityInfo& info : quantities()) {
    const Series* before = series_of(comparison.before, info.quantity);
    const Series* after = series_of(comparison.after, info.quantity);
    if (before != nullptr || after != nullptr) found.push_back({&info, before, after});
  }
  return found;
}

}  // namespace mlfix
