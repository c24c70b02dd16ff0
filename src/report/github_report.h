// Annotations for GitHub Actions: workflow commands that its runner picks out of
// the output and shows at the lines of a pull request.
#pragma once

#include <string>

#include "report/run_report.h"

namespace mlfix {

// One command a finding, worst first, as many as GitHub shows of one step (10 of
// each level); what is left over is counted in one more line. Lines are those of
// the file, paths those below the project's root.
std::string github_report(const RunReport& report);

}  // namespace mlfix
