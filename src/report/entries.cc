// What grows without end matters more than what is severe: the first ends runs.

#include "report/entries.h"

#include <algorithm>
#include <tuple>

namespace mlfix {
namespace {

template <typename Wanted>
std::vector<Entry> entries_where(const RunReport& report, Wanted wanted) {
  std::vector<Entry> entries;
  for (const FileReport& file : report.files) {
    for (std::size_t i = 0; i < file.result.findings.size(); ++i) {
      const Entry entry{&report, &file, i};
      if (wanted(entry)) entries.push_back(entry);
    }
  }
  return entries;
}

auto cost(const Entry& entry) {
  const Finding& finding = entry.finding();
  return std::tuple(finding.growth, finding.severity, finding.confidence);
}

}  // namespace

std::vector<Entry> shown_entries(const RunReport& report) {
  return entries_where(report, [](const Entry& entry) { return !entry.suppressed(); });
}

std::vector<Entry> remaining_entries(const RunReport& report) {
  return entries_where(report, [](const Entry& entry) { return entry.remains(); });
}

void sort_by_cost(std::vector<Entry>& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return cost(a) > cost(b); });
}

}  // namespace mlfix
