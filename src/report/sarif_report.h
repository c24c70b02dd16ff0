// SARIF 2.1.0, for code scanning on GitHub and every other reader of it.
#pragma once

#include <string>

#include "report/run_report.h"

namespace mlfix {

// One run with the rules that found something, a result for each finding that is
// still true of the files (suppressed ones as such), with its fix. Places are
// lines and columns (in code points) of the file on disk.
std::string sarif_report(const RunReport& report);

}  // namespace mlfix
