// The engine always computes the fixed text, whoever asked; only the action
// tells whether that fix went anywhere.

#include "report/run_report.h"

namespace mlfix {
namespace {

void count(const RunReport& report, const FileFinding& finding, Summary& summary) {
  if (finding.suppressed) {
    ++summary.suppressed;
    return;
  }
  ++summary.findings;
  if (is_applied(report, finding)) ++summary.applied;
  if (!is_remaining(report, finding)) return;
  ++summary.remaining;
  if (!finding.finding.fix) return;
  const Applicability level = finding.finding.fix->applicability();
  if (level == Applicability::Safe) ++summary.fixable_safe;
  if (level == Applicability::Unsafe) ++summary.fixable_unsafe;
}

}  // namespace

bool is_applied(const RunReport& report, const FileFinding& finding) {
  return report.action != Action::Report && finding.applied;
}

bool is_remaining(const RunReport& report, const FileFinding& finding) {
  return !finding.suppressed && (report.action != Action::Write || finding.remains);
}

Summary summarize(const RunReport& report) {
  Summary summary;
  summary.checked = report.checked;
  summary.errors = report.errors.size();
  summary.known = report.known.size();
  summary.elsewhere = report.elsewhere;
  summary.gone = report.gone;
  for (const FileReport& file : report.files) {
    const std::size_t before = summary.findings;
    for (const FileFinding& finding : file.result.findings) count(report, finding, summary);
    if (summary.findings > before) ++summary.files_with_findings;
  }
  return summary;
}

}  // namespace mlfix
