// The findings of a run as one list, and in which order they matter.
#pragma once

#include <cstddef>
#include <vector>

#include "report/run_report.h"

namespace mlfix {

// A finding of a run. Points into the report that it was made from.
struct Entry {
  const RunReport* report = nullptr;
  const FileReport* file = nullptr;
  std::size_t index = 0;

  const FileFinding& state() const { return file->result.findings[index]; }
  const Finding& finding() const { return state().finding; }
  const Rule& rule() const { return report->registry->rules()[finding().rule]; }
  bool applied() const { return is_applied(*report, state()); }
  bool remains() const { return is_remaining(*report, state()); }
  bool suppressed() const { return state().suppressed; }
};

// In path order: those that no comment suppresses, and of those the ones that
// are still true of the files on disk.
std::vector<Entry> shown_entries(const RunReport& report);
std::vector<Entry> remaining_entries(const RunReport& report);

// What costs most comes first: by growth, then severity, then confidence; what
// is equal stays in order.
void sort_by_cost(std::vector<Entry>& entries);

}  // namespace mlfix
