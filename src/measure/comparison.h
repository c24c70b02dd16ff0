// A program before and after its fixes: the input of every report of a
// measurement. Plain values.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "measure/run.h"
#include "measure/statistics.h"
#include "report/run_report.h"

namespace mlfix {

// A finding whose fix was in the copy, in words.
struct AppliedFix {
  std::string rule;
  std::string severity;
  std::string level;  // "safe" or "unsafe"
  std::string path;
  std::optional<std::uint32_t> cell;
  std::uint32_t line = 0;
  std::string message;
  std::string title;  // what the fix does
};

// Those of a run with Action::Write, in its order.
std::vector<AppliedFix> applied_fixes(const RunReport& report);

// "train.py:12", "study.ipynb:cell 3:5".
std::string place_text(const AppliedFix& fix);

struct Comparison {
  std::vector<std::string> command;
  std::chrono::milliseconds interval{0};
  bool tensors = false;  // --tensors
  std::vector<AppliedFix> fixes;
  std::string diff;  // the fixes as a patch
  MeasuredRun before;
  MeasuredRun after;
};

// One line of a table: a quantity that at least one of the runs has.
struct ComparedQuantity {
  const QuantityInfo* info = nullptr;  // static
  const Series* before = nullptr;      // of the comparison; may be null
  const Series* after = nullptr;
};

// In the order of quantities(). They point into `comparison`.
std::vector<ComparedQuantity> compared(const Comparison& comparison);

}  // namespace mlfix
