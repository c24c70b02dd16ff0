// Measuring runs somebody's program, twice, for minutes: it gets a process of its
// own, whose failure costs the description its curve and nothing else.

#include "commands/bot_measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "bot/redact.h"
#include "cli/exit_status.h"
#include "process/process.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

std::vector<std::string> words_for(const Registry& registry, const BotSettings& settings,
                                   const FixSeries& series) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::vector<std::string> words = {self.string(), "measure", "--color", "never", "--quiet"};
  for (const RuleCommit& commit : series.commits) {
    words.insert(words.end(), {"--select", registry.rules()[commit.rule].name});
  }
  if (series.level == Applicability::Unsafe) words.emplace_back("--unsafe");
  words.emplace_back("--");
  words.insert(words.end(), settings.measure.begin(), settings.measure.end());
  return words;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string measured(Session& session, const Git& git, const BotSettings& settings,
                     const BotPlan& plan, const FixSeries& series) {
  const auto skip = [&](const std::string& why) {
    session.err.tell(
        fmt::format("mlfix: {} is not measured: {}\n", series.branch, visible(redacted(why))));
    return std::string();
  };
  if (!git.has_checked_out(plan.base_commit)) {
    return skip(fmt::format("the checkout is not {} without changes", plan.base_branch));
  }
  Command command;
  command.words = words_for(session.registry, settings, series);
  command.folder = git.top();
  command.environment["LC_CTYPE"] = "C.UTF-8";  // for the curve
  const auto output = run_process(command);
  if (!output) return skip(output.error().to_string());
  if (output->status != kExitClean) return skip(first_line(output->err));
  return fmt::format("{}, as it is and with these fixes:\n\n{}",
                     markdown_code(fmt::format("{}", fmt::join(settings.measure, " "))),
                     markdown_block(redacted(output->out), "text"));
}

}  // namespace mlfix
