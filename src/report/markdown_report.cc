// Forges cut or refuse what is too long, so whole findings are left out before.
// Code stands in fences, everything else passes through text/foreign_text: a
// finding quotes source code, and that may look like markup.

#include "report/markdown_report.h"

#include <fmt/format.h>

#include <vector>

#include "report/entries.h"
#include "report/fix_diff.h"
#include "report/labels.h"
#include "report/messages.h"
#include "report/place.h"
#include "report/rule_counts.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr unsigned kContextLines = 2;
constexpr std::size_t kMaxDiff = 4'000;  // bytes of one finding's diff
constexpr std::size_t kRoomForRest = 200;

std::string headline(const RunReport& report, const Summary& summary) {
  if (summary.findings == 0) {
    return fmt::format("## mlfix: no findings in {}\n", counted(summary.checked, "file"));
  }
  std::string text = fmt::format("## mlfix: {} in {}\n\n", counted(summary.findings, "finding"),
                                 counted(summary.files_with_findings, "file"));
  text += fmt::format("{} checked.", counted(summary.checked, "file"));
  if (report.action == Action::Write) text += fmt::format(" {} fixed.", summary.applied);
  if (report.action == Action::Diff) text += fmt::format(" {} in the patch.", summary.applied);
  if (summary.fixable_safe > 0) {
    text += fmt::format(" {} fixable safely (`mlfix --write`).", summary.fixable_safe);
  }
  if (summary.fixable_unsafe > 0) {
    text += fmt::format(" {} fixable with `--unsafe`.", summary.fixable_unsafe);
  }
  if (summary.suppressed > 0) text += fmt::format(" {} suppressed.", summary.suppressed);
  return text + "\n";
}

std::string rules_section(const RunReport& report) {
  std::string text = "\n| Rule | Findings | Safe fixes | Cost |\n|---|---:|---:|---|\n";
  for (const RuleCount& count : count_by_rule(report)) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", report.registry->rules()[count.rule].name,
                        count.findings, count.safe, growth_text(count.growth));
  }
  return text;
}

std::string place_of_entry(const Entry& entry) {
  const SourceFile& file = entry.file->file;
  const Place at = place_of(file, entry.finding().range.begin);
  const std::string cell = at.cell ? fmt::format(":cell {}", *at.cell) : "";
  return fmt::format("{}{}:{}", file.path.generic_string(), cell, at.position.line);
}

std::string diff_text(const Entry& entry) {
  std::string hunks;
  for (const FixDiff& diff : fix_diffs(entry.file->file, entry.state().edits, kContextLines)) {
    hunks += diff.hunks;
  }
  if (hunks.empty()) return "";
  if (hunks.size() > kMaxDiff) return "\nThe change is too long to show here.\n";
  return "\n" + markdown_block(hunks, "diff");
}

std::string finding_text(const Entry& entry) {
  const Finding& finding = entry.finding();
  std::string text =
      fmt::format("\n<details>\n<summary><code>{}</code> <b>{}</b> ({}): {}{}</summary>\n\n",
                  html_text(place_of_entry(entry)), entry.rule().name, label(finding.severity),
                  html_prose(message_sentence(finding)), entry.applied() ? " (fixed)" : "");
  for (const Reason& why : finding.why) {
    text += fmt::format("- Why: {} ({})\n", markdown_prose(why.text),
                        place_text(entry.file->file, why.range.begin));
  }
  for (const WayStep& step : finding.way.steps()) {
    text += fmt::format("- Way: {} ({})\n", markdown_prose(step.text),
                        markdown_prose(step_place(entry.file->file, step)));
  }
  if (finding.growth != Growth::None) {
    text += fmt::format("- Cost: {}\n", growth_text(finding.growth));
  }
  const std::string fix = fix_sentence(entry);
  if (!fix.empty()) text += fmt::format("- Fix: {}\n", markdown_prose(fix));
  return text + diff_text(entry) + "\n</details>\n";
}

std::string errors_text(const RunReport& report) {
  if (report.errors.empty()) return "";
  std::string text = "\n### Errors\n\n";
  for (const Error& error : report.errors) {
    text += fmt::format("- {}\n", markdown_prose(error.to_string()));
  }
  return text;
}

}  // namespace

std::string markdown_report(const RunReport& report, std::size_t max_size) {
  std::vector<Entry> entries = shown_entries(report);
  sort_by_cost(entries);
  std::string text = headline(report, summarize(report));
  if (!entries.empty()) text += rules_section(report);
  std::string errors = errors_text(report);
  if (text.size() + errors.size() + kRoomForRest > max_size) {
    errors = fmt::format("\n{} could not be analysed.\n", counted(report.errors.size(), "file"));
  }
  std::size_t left_out = 0;
  for (const Entry& entry : entries) {
    const std::string finding = finding_text(entry);
    const bool fits = text.size() + finding.size() + errors.size() + kRoomForRest <= max_size;
    if (fits && left_out == 0) {
      text += finding;
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) {
    text += fmt::format("\n{} left out here for length.\n", counted(left_out, "more finding"));
  }
  return text + errors;
}

}  // namespace mlfix
