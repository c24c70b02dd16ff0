// What --format and --report mean together: which report goes where.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/format.h"
#include "text/error.h"

namespace mlfix {

// A report that goes to a file, beside the main one.
struct ReportFile {
  Format format = Format::Text;
  std::filesystem::path file;
};

struct ReportWords {
  std::string format;                // of --format; empty: not given
  std::vector<std::string> reports;  // FORMAT[=FILE], one for each --report
  std::string output_taken_by;       // what else is on standard output; empty: nothing
};

struct ReportChoice {
  Format format = Format::Text;   // of the main report
  bool annotations = false;       // the main report is followed by GitHub annotations
  std::vector<ReportFile> files;  // no two of one file
};

// No file, or `-`, is standard output, where only one report has room. Errors:
// Usage, with the way out as remedy.
Result<ReportChoice> choose_reports(const ReportWords& words);

}  // namespace mlfix
