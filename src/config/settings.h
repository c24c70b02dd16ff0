// The settings of a run: built-in defaults, then the configuration file, then
// the command line, the later one winning.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/config_file.h"
#include "config/path_globs.h"
#include "engine/rule_settings.h"

namespace mlfix {

// What the command line says of rules.
struct RuleArguments {
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  bool show_minor = false;  // also what hardly matters, of all rules that run
};

struct Settings {
  std::vector<RuleSettings> rules;  // by rule index
  std::vector<PathIgnore> per_path_ignores;
  std::vector<Override> overrides;
  PathGlobs globs;                    // of both; the tag is the section, see sections_for()
  std::vector<OptionValues> options;  // of `rules`, for overrides to build on
  RuleSet allowed;                    // by the command line: no override turns others on
  std::filesystem::path root;         // what the globs are relative to; absolute
};

// A rule runs when it is on by default (or `enabled` in the file), is among the
// selected ones (those of the command line replace those of the file) and is
// not ignored (those of both add up). Errors: Usage, for an unknown name in
// `arguments`.
Result<Settings> make_settings(const Registry& registry, const DefaultTable& defaults,
                               const ConfigFile& file, const RuleArguments& arguments);

// Which of the sections of `settings` that name paths are about `path`
// (absolute): those of per_path_ignores, then the overrides. Paths with the same
// answer have the same rules.
std::vector<bool> sections_for(const Settings& settings, const std::filesystem::path& path);
std::vector<RuleSettings> rules_for(const Settings& settings, const std::vector<bool>& sections);

// The rules that run for `path` (absolute): `settings.rules` without those that
// per-path-ignores takes out, and as the overrides say, the later one winning.
std::vector<RuleSettings> rules_for(const Settings& settings, const std::filesystem::path& path);

}  // namespace mlfix
