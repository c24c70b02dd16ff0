// GitLab's code quality report.
#pragma once

#include <string>

#include "report/run_report.h"

namespace mlfix {

// A JSON array with an object for each finding that is still true of the files.
// Lines are those of the file, paths those below the project's root.
std::string gitlab_report(const RunReport& report);

}  // namespace mlfix
