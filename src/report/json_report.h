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

// The same as JSON Lines: each line is an object with one key, which says what it
// is. The version comes first, then findings and abstentions file by file, errors,
// and the summary.
std::string jsonl_report(const RunReport& report, const JsonOptions& options);

}  // namespace mlfix
