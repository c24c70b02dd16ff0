// How much each rule found: the heart of every summary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/paint.h"
#include "report/run_report.h"

namespace mlfix {

struct RuleCount {
  std::uint32_t rule = 0;
  std::size_t findings = 0;  // not counting suppressed ones
  std::size_t files = 0;     // that have one
  std::size_t safe = 0;      // findings with a fix of this level
  std::size_t unsafe = 0;
  Growth growth = Growth::None;  // the worst among them
};

// The rules that found something, most findings first, then by name.
std::vector<RuleCount> count_by_rule(const RunReport& report);

// A table for terminals; empty without findings.
std::string statistics_text(const RunReport& report, const Paint& paint);

}  // namespace mlfix
