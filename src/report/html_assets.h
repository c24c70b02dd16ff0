// The style sheet and the script of the HTML report.
#pragma once

#include <string_view>

namespace mlfix {

extern const std::string_view kReportStyle;
extern const std::string_view kReportScript;

}  // namespace mlfix
