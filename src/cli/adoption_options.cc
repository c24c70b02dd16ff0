// Two of these are modes of their own (--add-ignore, --remove-unused-ignores): they
// write comments, never code, and --diff shows what they would write.

#include "cli/adoption_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "cli/refusal.h"
#include "cli/today.h"
#include "engine/ignore_comment.h"

namespace mlfix {
namespace {

constexpr const char* kGroup = "Old findings";
constexpr const char* kCommentGroup = "Comments that silence";

std::optional<Error> check_silence(const AdoptionOptions& options) {
  const SilenceText& text = options.silence;
  if (!options.add_ignore && !(text.reason.empty() && text.until.empty())) {
    return misuse("--reason and --until need --add-ignore");
  }
  if (!is_reason(text.reason)) {
    return misuse("--reason must be one line without \" #\"", "it becomes part of a comment");
  }
  if (text.until.empty()) return std::nullopt;
  if (!is_date(text.until)) {
    return misuse(fmt::format("--until must be a date as in 2027-01-31, not \"{}\"", text.until));
  }
  if (text.until < today()) return misuse(fmt::format("--until {} has passed", text.until));
  return std::nullopt;
}

std::optional<Error> check_baseline(const AdoptionOptions& options,
                                    const AdoptionSurroundings& around) {
  if (options.baseline && options.no_baseline) {
    return misuse("--baseline and --no-baseline contradict");
  }
  if (!options.write_baseline) return std::nullopt;
  if (options.no_baseline) return misuse("--write-baseline and --no-baseline contradict");
  if (around.diff || around.write || options.add_ignore || options.remove_unused_ignores) {
    return misuse("--write-baseline writes the baseline and nothing else",
                  "fix first, then write it");
  }
  if (options.staged || !options.diff_base.empty()) {
    return misuse("--write-baseline needs all findings", "leave out --staged and --diff-base");
  }
  return std::nullopt;
}

}  // namespace

void add_baseline_options(CLI::App& app, AdoptionOptions& options) {
  app.add_option("--baseline", options.baseline, "Leave out the findings that this file lists")
      ->type_name("FILE")
      ->group(kGroup);
  app.add_flag("--no-baseline", options.no_baseline, "Read no baseline, whatever mlfix.yaml says")
      ->group(kGroup);
  app.add_flag("--write-baseline", options.write_baseline,
               "List what is found now in the baseline,\nand drop what is gone")
      ->group(kGroup);
}

void add_adoption_options(CLI::App& app, AdoptionOptions& options) {
  add_baseline_options(app, options);
  app.add_option("--diff-base", options.diff_base,
                 "Only findings on lines that changed since\nthe branch left this revision")
      ->type_name("REV")
      ->group(kGroup);
  app.add_flag("--staged", options.staged, "Only findings on lines staged in git")->group(kGroup);

  app.add_flag("--add-ignore", options.add_ignore,
               "Silence the findings with comments in the\nfiles; --diff shows them instead")
      ->group(kCommentGroup);
  app.add_option("--reason", options.silence.reason, "Why, for these comments")
      ->type_name("TEXT")
      ->group(kCommentGroup);
  app.add_option("--until", options.silence.until, "The last day they count, as 2027-01-31")
      ->type_name("DATE")
      ->group(kCommentGroup);
  app.add_flag("--remove-unused-ignores", options.remove_unused_ignores,
               "Remove comments that silence nothing, or\nwhose day has passed; fix nothing else")
      ->group(kCommentGroup);
}

std::optional<Error> check_adoption_options(const AdoptionOptions& options,
                                            const AdoptionSurroundings& around) {
  if (options.staged && !options.diff_base.empty()) {
    return misuse("--staged and --diff-base exclude each other");
  }
  if (around.from_stdin && (options.staged || !options.diff_base.empty())) {
    return misuse("standard input has no changed lines", "name the file");
  }
  if (options.add_ignore && options.remove_unused_ignores) {
    return misuse("--add-ignore and --remove-unused-ignores exclude each other");
  }
  if (auto error = check_silence(options)) return error;
  return check_baseline(options, around);
}

}  // namespace mlfix
