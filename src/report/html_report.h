// The report as one page for a browser.
#pragma once

#include <string>

#include "report/run_report.h"

namespace mlfix {

// A self-contained HTML page: a summary, the findings in the order of what they
// cost, each with its reasons and its fix side by side, filters by rule, file and
// level. Everything can be read without JavaScript; nothing is loaded from
// anywhere. Very many findings are cut after the costliest ones.
std::string html_report(const RunReport& report);

}  // namespace mlfix
