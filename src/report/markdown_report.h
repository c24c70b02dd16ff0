// The report for a pull request's comment or a job's summary.
#pragma once

#include <cstddef>
#include <string>

#include "report/run_report.h"

namespace mlfix {

// What a comment on GitHub may have, with room for what somebody puts around it.
inline constexpr std::size_t kMaxMarkdown = 60'000;  // bytes

// GitHub's Markdown: counts by rule, then each finding folded, costliest first,
// with its reasons and its fix as a diff. Findings that would exceed `max_size`
// bytes are counted instead.
std::string markdown_report(const RunReport& report, std::size_t max_size = kMaxMarkdown);

}  // namespace mlfix
