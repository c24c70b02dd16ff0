// The list of rules, for `mlfix rules`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/severity.h"
#include "report/paint.h"

namespace mlfix {

struct RuleRow {
  std::string name;
  std::string group;
  std::string level;
  Severity severity = Severity::Medium;
  bool on = true;
  std::string off_reason;
  std::string summary;
  std::vector<std::pair<std::string, std::string>> options;  // name, default
};

// A table with one line a rule; where `columns` are given, for a terminal, summaries
// go on below themselves.
std::string rules_table(const std::vector<RuleRow>& rows, const Paint& paint,
                        std::optional<std::size_t> columns);

// A JSON array with one object a rule.
std::string rules_json(const std::vector<RuleRow>& rows);

}  // namespace mlfix
