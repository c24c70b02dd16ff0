// The diagnostic format of reviewdog, which posts findings and their fixes as
// suggestions in a review.
#pragma once

#include <string>

#include "report/run_report.h"

namespace mlfix {

// One document with the findings that are still true of the files. A fix is one
// suggestion of whole lines, or none when it is spread over too many of them.
// Lines are those of the file, columns bytes, paths relative to the folder where
// mlfix runs.
std::string rdjson_report(const RunReport& report);

}  // namespace mlfix
