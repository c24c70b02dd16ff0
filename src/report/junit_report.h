// JUnit XML, which nearly every continuous integration shows as test results.
#pragma once

#include <string>

#include "report/run_report.h"

namespace mlfix {

// A suite for each file with findings that are still true of it, with a failed
// case for each, and a suite for the errors of the run. A run without either has
// one case that passed, since an empty report counts as a broken one.
std::string junit_report(const RunReport& report);

}  // namespace mlfix
