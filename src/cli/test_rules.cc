// A case is run as a file of its own, by its rule alone, through the pipeline that every file
// takes; all fixes are applied, as far as they can be.

#include "cli/test_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/exit_status.h"
#include "cli/project_rules.h"
#include "cli/refusal.h"
#include "cli/setup.h"
#include "config/rule_file.h"
#include "engine/file_pipeline.h"
#include "text/foreign_text.h"
#include "text/source_file.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

PipelineOptions options_of_case(const Setup& setup, std::uint32_t rule) {
  PipelineOptions options;
  options.rules = setup.settings.rules;
  for (std::size_t i = 0; i < options.rules.size(); ++i) options.rules[i].enabled = i == rule;
  options.apply_safe = true;
  options.apply_unsafe = true;
  return options;
}

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

// What is wrong with the case; empty when it holds.
std::string failure_of(const RuleCase& one, FilePipeline& pipeline) {
  const auto file = make_source_file("case.py", one.code);
  if (!file) return fmt::format("can't be read: {}\n", visible(file.error().to_string()));
  const FileResult result = pipeline.run(*file);
  if (!result.errors.empty()) {
    return fmt::format("can't be analysed: {}\n", visible(result.errors.front().to_string()));
  }
  const std::size_t count = count_findings(result);
  if (count != one.findings) {
    return fmt::format("{} findings are wanted, and there are {}\n{}", one.findings, count,
                       lines_of(result, *file));
  }
  const std::string& made = result.changed ? result.fixed_text : file->text;
  if (!one.fixed || *one.fixed == made) return {};
  return "the fix makes other code\n" + shown_diff(*one.fixed, made);
}

}  // namespace

int test_rules(Session& session) {
  const auto folder = rule_folder_of(session.options);
  if (!folder) {
    return refuse(session, misuse("there is no folder .mlfix/rules here or above",
                                  "make one, and write a rule: see docs/custom-rules.md"));
  }
  const auto rules = read_rule_folder(*folder);
  if (!rules) return refuse(session, rules.error());
  const auto setup = make_setup(session);
  if (!setup) return refuse(session, setup.error());
  std::size_t failed = 0;
  std::set<std::string_view> tested;
  for (const RuleCase& one : rules->cases) {
    tested.insert(one.rule);
    const auto rule = session.registry.find(one.rule);
    FilePipeline pipeline(session.registry, setup->knowledge, options_of_case(*setup, *rule));
    const std::string failure = failure_of(one, pipeline);
    if (failure.empty()) continue;
    ++failed;
    session.out.write(
        fmt::format("{}:{}: {}: {}", visible_path(one.file.string()), one.line, one.rule, failure));
  }
  for (const Rule& rule : rules->rules) {
    if (tested.contains(rule.name)) continue;
    session.out.write(fmt::format("{}:{}: {}: has no cases\n", visible_path(rule.definition->file),
                                  rule.definition->line, rule.name));
  }
  session.out.write(fmt::format("{} of {} cases hold, of {} rules\n", rules->cases.size() - failed,
                                rules->cases.size(), rules->rules.size()));
  return failed == 0 ? kExitClean : kExitFindings;
}

}  // namespace mlfix
