// One pass over the findings; ties go by name, so that two runs compare.

#include "report/rule_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "report/entries.h"

namespace mlfix {

std::vector<RuleCount> count_by_rule(const RunReport& report) {
  std::map<std::uint32_t, RuleCount> counts;
  std::map<std::uint32_t, const FileReport*> last_file;
  for (const Entry& entry : shown_entries(report)) {
    const Finding& finding = entry.finding();
    RuleCount& count = counts[finding.rule];
    count.rule = finding.rule;
    ++count.findings;
    if (std::exchange(last_file[finding.rule], entry.file) != entry.file) ++count.files;
    count.growth = std::max(count.growth, finding.growth);
    if (!finding.fix) continue;
    if (finding.fix->applicability() == Applicability::Safe) ++count.safe;
    if (finding.fix->applicability() == Applicability::Unsafe) ++count.unsafe;
  }
  std::vector<RuleCount> sorted;
  for (const auto& [rule, count] : counts) sorted.push_back(count);
  const auto& rules = report.registry->rules();
  std::sort(sorted.begin(), sorted.end(), [&](const RuleCount& a, const RuleCount& b) {
    return std::tuple(b.findings, rules[a.rule].name) < std::tuple(a.findings, rules[b.rule].name);
  });
  return sorted;
}

std::string statistics_text(const RunReport& report, const Paint& paint) {
  const std::vector<RuleCount> counts = count_by_rule(report);
  if (counts.empty()) return "";
  constexpr std::string_view kRow = "{:>8}  {:>6}  {:>6}  {:>6}  {}\n";
  std::string text = paint.bold(fmt::format("{:>8}  {:>6}  {:>6}  {:>6}  {}", "FINDINGS", "FILES",
                                            "SAFE", "UNSAFE", "RULE")) +
                     "\n";
  for (const RuleCount& count : counts) {
    text += fmt::format(kRow, count.findings, count.files, count.safe, count.unsafe,
                        report.registry->rules()[count.rule].name);
  }
  return text;
}

}  // namespace mlfix
