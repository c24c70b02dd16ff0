// The reports for programs; docs/schema describes them.
#pragma once

#include <string>

#include "report/run_report.h"

namespace mlfix {

struct JsonOptions {
  bool show_abstained = false;
};

// One JSON document, keys in a fixed order, with a final newline. Lines and
// columns count from 1, columns in code points; edits are byte offsets.
std::string json_report(const RunReport& report, const JsonOptions& options);

// The same as JSON Lines: a line for each finding, abstention and error, told
// apart by its first key `type`, and one for the summary at the end.
std::string jsonl_report(const RunReport& report, const JsonOptions& options);

}  // namespace mlfix
