// The layout of a finding:
//
//     rule-name (high): the loop builds a graph that nobody needs
//       --> train.py:42:5
//        |
//     42 |     for x in loader:
//        |     ^^^^^^^^^^^^^^^^
//       why: `model.eval()` was called (line 40)
//       way: train.py:30:9: `evaluate()` is called
//         -> train.py:42:5: the loop runs the model
//       fix: Wrap the loop in torch.no_grad() [safe]
//         -    for x in loader:
//         ...

#include "report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "report/display.h"
#include "report/fix_diff.h"
#include "report/labels.h"
#include "report/messages.h"
#include "report/place.h"
#include "report/rule_counts.h"
#include "text/characters.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

constexpr std::size_t kCodeWidth = 120;  // columns of a code frame

// How much of the fix's diff is shown.
struct DiffExtent {
  unsigned context;     // lines around a change
  std::size_t longest;  // lines
};
constexpr DiffExtent kOfAReport{1, 24};
constexpr DiffExtent kToDecideOn{3, SIZE_MAX};

// What the functions of one file share.
struct View {
  const RunReport& report;
  const TextOptions& options;
  const FileReport& file;
};

std::string shown_path(const SourceFile& file) {
  return visible_path(file.path.generic_string());
}

// "path", or "path:cell 3".
std::string shown_unit(const SourceFile& file, const Place& place) {
  if (!place.cell) return shown_path(file);
  return fmt::format("{}:cell {}", shown_path(file), *place.cell);
}

std::string place(const SourceFile& file, TextRange range) {
  const Place at = place_of(file, range.begin);
  return fmt::format("{}:{}:{}", shown_unit(file, at), at.position.line, at.position.column);
}

// "line 5", and in which cell when that is another one than `here`'s.
std::string shown_line(const SourceFile& file, Offset offset, Offset here) {
  const Place at = place_of(file, offset);
  if (at.cell == place_of(file, here).cell) return fmt::format("line {}", at.position.line);
  return fmt::format("cell {}, line {}", at.cell.value_or(0), at.position.line);
}

const std::string& rule_name(const RunReport& report, std::uint32_t rule) {
  return report.registry->rules()[rule].name;
}

std::string paint_severity(const Paint& paint, Severity severity) {
  const std::string_view word = label(severity);
  if (severity == Severity::High) return paint.red(word);
  return severity == Severity::Medium ? paint.yellow(word) : paint.cyan(word);
}

std::string code_frame(const View& view, TextRange range) {
  const SourceFile& file = view.file.file;
  const Paint& paint = view.options.paint;
  const std::uint32_t row = file.lines.line_at(range.begin);
  const std::uint32_t number = place_of(file, range.begin).position.line;
  const Offset begin = file.lines.line_begin(row);
  const Offset end = file.lines.line_end(row);
  const std::string_view line = std::string_view(file.text).substr(begin, end - begin);
  const TextRange in_line{range.begin - begin, std::min(range.end, end) - begin};
  const DisplayLine shown = display_line(line, in_line, kCodeWidth);

  const std::string margin(fmt::format_int(number).size(), ' ');
  const std::string bar = paint.dim("|");
  const std::string mark =
      std::string(shown.begin, ' ') + paint.red(std::string(shown.end - shown.begin, '^'));
  return fmt::format("{} {}\n{} {} {}\n{} {} {}\n", margin, bar, paint.dim(std::to_string(number)),
                     bar, shown.text, margin, bar, mark);
}

std::string painted_diff_line(const Paint& paint, std::string_view line) {
  if (line.empty()) return "";
  // The sign stays out of the way of the tab stops.
  const std::string text = std::string(line.substr(0, 1)) + printable(line.substr(1));
  if (line.starts_with('+')) return paint.green(text);
  if (line.starts_with('-')) return paint.red(text);
  return paint.dim(text);
}

// The hunks of one fix, indented.
std::string small_diff(const View& view, const FileFinding& finding, DiffExtent extent) {
  std::string hunks;
  for (const FixDiff& diff : fix_diffs(view.file.file, finding.edits, extent.context)) {
    hunks += diff.hunks;
  }
  std::string result;
  std::size_t shown = 0;
  std::size_t hidden = 0;
  for (std::string_view rest = hunks; !rest.empty();) {
    std::string_view line = take_until(rest, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (++shown > extent.longest) {
      ++hidden;
    } else {
      result += fmt::format("    {}\n", painted_diff_line(view.options.paint, line));
    }
  }
  if (hidden > 0) result += fmt::format("    ({} more)\n", counted(hidden, "line"));
  return result;
}

std::string level_text(const Paint& paint, Applicability level) {
  switch (level) {
    case Applicability::Safe:
      return paint.green("[safe]");
    case Applicability::Unsafe:
      return paint.yellow("[unsafe: apply with --unsafe]");
    case Applicability::Suggestion:
      return paint.cyan("[suggestion: for you to decide, never applied]");
  }
  return "";
}

std::string fix_text(const View& view, const FileFinding& finding) {
  const Paint& paint = view.options.paint;
  if (!finding.finding.fix) {
    if (finding.withheld.empty()) return "";
    return fmt::format("  {} none: {}\n", paint.bold("fix:"), visible(finding.withheld));
  }
  const Fix& fix = *finding.finding.fix;
  const bool in_patch = is_applied(view.report, finding);
  const std::string level =
      in_patch ? paint.green("[in the patch]") : level_text(paint, fix.applicability());
  std::string text = fmt::format("  {} {} {}\n", paint.bold("fix:"), visible(fix.title), level);
  if (!in_patch && !finding.edits.empty()) text += small_diff(view, finding, kOfAReport);
  return text;
}

// The fix as somebody has to know it who decides on it.
std::string decision_text(const View& view, const FileFinding& finding) {
  const Paint& paint = view.options.paint;
  const Fix& fix = *finding.finding.fix;
  const std::string level =
      fix.applicability() == Applicability::Safe ? paint.green("[safe]") : paint.yellow("[unsafe]");
  std::string text = fmt::format("  {} {} {}\n", paint.bold("fix:"), visible(fix.title), level);
  for (const Assumption& assumption : fix.verdict().assumptions()) {
    text += fmt::format("  {} {} {}\n", paint.yellow("assumes:"), visible(assumption.text),
                        paint.dim(fmt::format("[{}]", info_of(assumption.kind).name)));
  }
  return text + small_diff(view, finding, kToDecideOn);
}

// A line for each step, with a place that a terminal can open.
std::string way_text(const View& view, const Finding& finding) {
  const Paint& paint = view.options.paint;
  std::string text;
  for (const WayStep& step : finding.way.steps()) {
    const std::string at = step.is_elsewhere()
                               ? fmt::format("{}:{}:{}", visible_path(step.path),
                                             step.position.line, step.position.column)
                               : place(view.file.file, step.range);
    text += fmt::format("  {} {}: {}\n", text.empty() ? paint.bold("way:") : paint.dim("  ->"), at,
                        visible(step.text));
  }
  return text;
}

// Rule, message, place, code, why, way and cost.
std::string finding_without_fix(const View& view, const FileFinding& entry) {
  const Finding& finding = entry.finding;
  const SourceFile& file = view.file.file;
  const Paint& paint = view.options.paint;
  std::string text =
      fmt::format("{} ({}): {}\n  {} {}\n", paint.bold(rule_name(view.report, finding.rule)),
                  paint_severity(paint, finding.severity), visible(finding.message),
                  paint.dim("-->"), place(file, finding.range));
  text += code_frame(view, finding.range);
  for (const Reason& why : finding.why) {
    text += fmt::format("  {} {} ({})\n", paint.bold("why:"), visible(why.text),
                        shown_line(file, why.range.begin, finding.range.begin));
  }
  text += way_text(view, finding);
  const std::string_view growth = growth_text(finding.growth);
  if (!growth.empty()) text += fmt::format("  {} {}\n", paint.bold("cost:"), growth);
  return text;
}

std::string finding_text(const View& view, const FileFinding& entry) {
  return finding_without_fix(view, entry) + fix_text(view, entry) + "\n";
}

std::string fixed_line(const View& view, const FileFinding& entry) {
  const Finding& finding = entry.finding;
  const bool silenced = view.options.silences;
  const std::string title = finding.fix && !silenced ? finding.fix->title : finding.message;
  return fmt::format("{} {}: {}: {}\n", view.options.paint.green(silenced ? "silenced" : "fixed"),
                     place(view.file.file, finding.range), rule_name(view.report, finding.rule),
                     visible(title));
}

std::string concise_line(const View& view, const FileFinding& entry) {
  const Finding& finding = entry.finding;
  std::string_view tail;
  if (!is_remaining(view.report, entry)) {
    tail = view.options.silences ? " [silenced]" : " [fixed]";
  } else if (finding.fix) {
    const Applicability level = finding.fix->applicability();
    tail = level == Applicability::Safe     ? " [safe fix]"
           : level == Applicability::Unsafe ? " [unsafe fix]"
                                            : " [suggestion]";
  }
  return fmt::format("{}: {}: {}{}\n", place(view.file.file, finding.range),
                     view.options.paint.bold(rule_name(view.report, finding.rule)),
                     visible(finding.message), tail);
}

std::string abstentions_text(const View& view) {
  std::string text;
  if (!view.options.show_abstained) return text;
  for (const Abstention& abstention : view.file.result.abstentions) {
    text += fmt::format("{}: {}: {} {}", place(view.file.file, abstention.range),
                        rule_name(view.report, abstention.rule),
                        view.options.paint.dim("left alone:"), visible(abstention.fact));
    if (abstention.because) {
      text += fmt::format(
          " ({})", shown_line(view.file.file, abstention.because->begin, abstention.range.begin));
    }
    text += '\n';
  }
  return text;
}

template <typename Line>
std::string for_each_finding(const RunReport& report, const TextOptions& options, Line line) {
  std::string text;
  for (const FileReport& file : report.files) {
    const View view{report, options, file};
    for (const FileFinding& finding : file.result.findings) {
      if (!finding.suppressed) text += line(view, finding);
    }
    text += abstentions_text(view);
  }
  return text;
}

// Is there an unsafe fix that this run did not take?
bool offers_unsafe(const RunReport& report) {
  const auto offers = [&report](const FileFinding& entry) {
    const std::optional<Fix>& fix = entry.finding.fix;
    return is_remaining(report, entry) && !entry.applied && fix &&
           fix->applicability() == Applicability::Unsafe;
  };
  return std::any_of(report.files.begin(), report.files.end(), [&](const FileReport& file) {
    return std::any_of(file.result.findings.begin(), file.result.findings.end(), offers);
  });
}

// How to get at the fixes that were not applied, and into the commit.
std::string advice(const RunReport& report, const Summary& summary, const TextOptions& options) {
  std::string text;
  if (options.staged && report.action == Action::Write && summary.applied > 0) {
    text += "The fixes are in the files and not staged yet: add them with `git add`.\n";
  }
  if (report.action == Action::Report && summary.fixable_safe > 0) {
    text += "Apply the safe fixes with --write, or see them as a patch with --diff.\n";
  }
  if (offers_unsafe(report)) {
    text += "Add --unsafe to include the unsafe fixes; read their messages first.\n";
  }
  return text;
}

std::string fixable_text(const Summary& summary, const TextOptions& options) {
  std::string text;
  if (options.silences) return text;
  if (summary.fixable_safe > 0) text += fmt::format(": {} fixable safely", summary.fixable_safe);
  if (summary.fixable_unsafe > 0) {
    text += fmt::format("{} {} {} --unsafe", text.empty() ? ":" : ",", summary.fixable_unsafe,
                        text.empty() ? "fixable with" : "more with");
  }
  return text;
}

}  // namespace

std::string text_report(const RunReport& report, const TextOptions& options) {
  if (options.statistics) return statistics_text(report, options.paint);
  return for_each_finding(report, options, [](const View& view, const FileFinding& finding) {
    return is_remaining(view.report, finding) ? finding_text(view, finding)
                                              : fixed_line(view, finding);
  });
}

std::string question_text(const RunReport& report, const FileReport& file, std::size_t finding,
                          const TextOptions& options) {
  const View view{report, options, file};
  const FileFinding& asked = file.result.findings[finding];
  return finding_without_fix(view, asked) + decision_text(view, asked);
}

std::string fix_line(const RunReport& report, const FileReport& file, std::size_t finding) {
  const Finding& fixed = file.result.findings[finding].finding;
  return fmt::format("{}: {}: {}", place(file.file, fixed.range), rule_name(report, fixed.rule),
                     visible(fixed.fix ? fixed.fix->title : fixed.message));
}

std::string concise_report(const RunReport& report, const TextOptions& options) {
  if (options.statistics) return statistics_text(report, options.paint);
  return for_each_finding(report, options, concise_line);
}

std::string summary_text(const RunReport& report, const TextOptions& options) {
  const Summary summary = summarize(report);
  std::string text;
  if (summary.findings == 0) {
    text = fmt::format("No findings in {}", counted(summary.checked, "file"));
  } else if (report.action == Action::Write) {
    text = fmt::format("{} {} of {} in {}", options.silences ? "Silenced" : "Fixed",
                       summary.applied, counted(summary.findings, "finding"),
                       counted(summary.files_with_findings, "file"));
    if (summary.remaining > 0) {
      text += fmt::format("; {} left{}", summary.remaining, fixable_text(summary, options));
    }
  } else {
    text = fmt::format("{} in {} ({} checked){}", counted(summary.findings, "finding"),
                       counted(summary.files_with_findings, "file"), summary.checked,
                       fixable_text(summary, options));
    if (report.action == Action::Diff) {
      text += fmt::format("; {} in the patch", summary.applied);
    }
  }
  if (summary.suppressed > 0) text += fmt::format("; {} suppressed", summary.suppressed);
  if (summary.known > 0) text += fmt::format("; {} in the baseline", summary.known);
  if (summary.elsewhere > 0) text += fmt::format("; {} on unchanged lines", summary.elsewhere);
  if (summary.errors > 0) text += fmt::format("; {}", counted(summary.errors, "error"));
  return options.paint.bold(text + ".") + "\n" + advice(report, summary, options);
}

std::string problems_text(const RunReport& report, const TextOptions& options) {
  std::string text;
  for (const Error& error : report.errors) {
    text += fmt::format("{} {}\n", options.paint.red("mlfix:"), visible(error.to_string()));
  }
  for (const FileReport& file : report.files) {
    for (const UnknownSuppression& unknown : file.result.unknown_suppressions) {
      const Place at = place_of(file.file, file.file.lines.line_begin(unknown.line));
      text += fmt::format(
          "{} {}:{}: no rule or group is named \"{}\", so this comment "
          "suppresses nothing\n",
          options.paint.yellow("mlfix:"), shown_unit(file.file, at), at.position.line,
          visible(unknown.name));
    }
  }
  return text;
}

}  // namespace mlfix
