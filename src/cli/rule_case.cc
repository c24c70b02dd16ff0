// A case is run as a file of its own, by its rule alone, through the pipeline that every file
// takes; all fixes are applied, as far as they can be.

#include "cli/rule_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/foreign_text.h"
#include "text/source_file.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

std::size_t count_findings(const FileResult& result) {
  return static_cast<std::size_t>(std::ranges::count_if(
      result.findings, [](const FileFinding& f) { return !f.later && !f.suppressed; }));
}

std::string lines_of(const FileResult& result, const SourceFile& file) {
  std::string text;
  for (const FileFinding& found : result.findings) {
    if (found.later) continue;
    text += fmt::format("    line {}: {}\n", file.lines.line_at(found.finding.range.begin),
                        visible(found.finding.message));
  }
  return text;
}

std::string shown_diff(const std::string& wanted, const std::string& made) {
  std::string text;
  const std::string diff = diff_hunks(wanted, made, 3);
  for (std::size_t at = 0; at < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', at), diff.size());
    text += "    " + visible(std::string_view(diff).substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return text;
}

}  // namespace

std::string failure_of_case(const RuleCase& one, const Registry& registry,
                            const Knowledge& knowledge, std::vector<RuleSettings> settings) {
  PipelineOptions options;
  options.rules = std::move(settings);
  options.apply_safe = true;
  options.apply_unsafe = true;
  FilePipeline pipeline(registry, knowledge, std::move(options));
  const auto file = make_source_file("case.py", one.code);
  if (!file) return fmt::format("can't be read: {}\n", visible(file.error().to_string()));
  const FileResult result = pipeline.run(*file);
  if (!result.errors.empty()) {
    return fmt::format("can't be analysed: {}\n", visible(result.errors.front().to_string()));
  }
  const std::size_t count = count_findings(result);
  if (count != one.findings) {
    return fmt::format("{} {} wanted, and there {} {}\n{}", one.findings,
                       one.findings == 1 ? "finding is" : "findings are", count == 1 ? "is" : "are",
                       count, lines_of(result, *file));
  }
  const std::string& made = result.changed ? result.fixed_text : file->text;
  if (!one.fixed || *one.fixed == made) return {};
  return "the fix makes other code\n" + shown_diff(*one.fixed, made);
}

}  // namespace mlfix
