// Reports for people. Pure functions of the run; nothing is printed here.
#pragma once

#include <cstddef>
#include <string>

#include "report/paint.h"
#include "report/run_report.h"

namespace mlfix {

struct TextOptions {
  Paint paint{false};
  bool show_abstained = false;
  bool statistics = false;  // counts by rule in place of the findings
  bool silences = false;    // the fixes are comments that silence
  bool staged = false;      // what is staged was judged; a written fix is not staged yet
};

// Every finding in full: rule, message, place, code frame, why, cost, and the
// fix as a small diff with its level. A fix that was applied takes one line.
std::string text_report(const RunReport& report, const TextOptions& options);

// One finding for somebody who is asked about its fix: as text_report shows it, with the whole of
// the diff, and with what an unsafe fix assumes.
std::string question_text(const RunReport& report, const FileReport& file, std::size_t finding,
                          const TextOptions& options);

// One line for the fix of one finding: "path:line:column: rule: title".
std::string fix_line(const RunReport& report, const FileReport& file, std::size_t finding);

// One line a finding: "path:line:column: rule: message [safe fix]".
std::string concise_report(const RunReport& report, const TextOptions& options);

// What was found, what can be done about it, and how; lines for standard error.
std::string summary_text(const RunReport& report, const TextOptions& options);

// The errors of the run, one a line with the remedy, and remarks on
// suppression comments that name no rule.
std::string problems_text(const RunReport& report, const TextOptions& options);

}  // namespace mlfix
