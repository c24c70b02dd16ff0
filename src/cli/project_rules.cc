// The rules are read before the configuration, which may select them by name.

#include "cli/project_rules.h"

#include <utility>

#include "cli/setup.h"
#include "config/config_reach.h"
#include "text/paths.h"

namespace mlfix {

namespace fs = std::filesystem;

std::optional<fs::path> rule_folder_of(const Options& options) {
  if (options.no_config) return std::nullopt;
  auto folder = find_rule_folder(folder_of_run(options));
  // Outside of a repository, the rules of the current folder hold for what is below it.
  if (!folder && is_below(folder_of_run(options), whole_path("."))) {
    folder = find_rule_folder(whole_path("."));
    if (folder && !(is_ours(folder->parent_path()) && is_ours(*folder))) folder.reset();
  }
  if (!folder) return std::nullopt;
  // As the user would write it.
  std::error_code unknown;
  const fs::path here = fs::canonical(".", unknown);
  return !unknown && is_below(*folder, here) ? folder->lexically_relative(here) : *folder;
}

Result<Registry> rules_of_run(const Options& options, const Registry& shipped) {
  const auto folder = rule_folder_of(options);
  if (!folder) return shipped;
  auto file = read_rule_folder(*folder);
  if (!file) return tl::unexpected(std::move(file.error()));
  return with_rules(shipped, std::move(file->rules));
}

}  // namespace mlfix
