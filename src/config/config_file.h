// mlfix.yaml, or [tool.mlfix] of pyproject.toml: read, checked against the rules that exist, and
// turned into plain structs. Nothing is guessed: an unknown key or rule, or a value of the wrong
// type, is an error that names the line and the nearest known word.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/bot_settings.h"
#include "config/rule_defaults.h"
#include "config/rule_set.h"
#include "config/yaml_document.h"
#include "engine/registry.h"
#include "text/error.h"

namespace mlfix {

// What the file says of one rule.
struct RuleEntry {
  std::optional<bool> enabled;
  std::optional<Severity> severity;
  OptionValues options;
};

// Rules that are not wanted in the paths a glob matches.
struct PathIgnore {
  std::string glob;  // relative to the folder of the configuration file
  RuleSet rules;
};

// Other settings for the paths that one of the globs matches.
struct Override {
  std::vector<std::string> globs;  // relative to the folder of the configuration file
  std::optional<Selected> select;
  RuleSet ignore;
  std::map<std::uint32_t, RuleEntry> rules;
};

// Tables of knowledge, and the file that they stand in.
struct KnowledgeTables {
  std::filesystem::path path;
  YamlNode tables;
};

// A file with all that it extends.
struct ConfigFile {
  std::filesystem::path path;      // empty when there is none
  std::optional<Selected> select;  // nothing: the rules that are on by default
  RuleSet ignore;                  // by rule index
  bool unsafe = false;
  std::filesystem::path baseline;  // beside or below the file; empty when the key is not there
  std::vector<PathIgnore> per_path_ignores;
  std::map<std::uint32_t, RuleEntry> rules;  // by rule index
  BotSettings bot;
  std::vector<Override> overrides;         // the later wins
  std::vector<KnowledgeTables> knowledge;  // the later wins
};

inline constexpr std::string_view kConfigFileName = "mlfix.yaml";
inline constexpr std::string_view kPyprojectName = "pyproject.toml";

// The names of the built-in profiles, which `extends` and --profile take.
std::vector<std::string> profile_names();

// The nearest mlfix.yaml, or pyproject.toml with a table [tool.mlfix], in
// `folder` (absolute) or above it. In one folder mlfix.yaml comes first. Errors:
// Configuration, when it lies above the project and belongs to another user.
Result<std::optional<std::filesystem::path>> find_config_file(const std::filesystem::path& folder);

enum class ConfigOrigin : std::uint8_t {
  Named,  // by the user, who may name any file
  Found,
};

// A file whose name ends in .toml is read as pyproject.toml is. What it extends is
// read first, relative to its folder; its own words win: `select` and `unsafe`
// replace, the settings of a rule one by one, the rest adds up. A file that is
// extended by several is read once, for the first of them. All globs are relative
// to the folder of `path`. What the file names, and a file that was found, lies in
// the repository around it (config_reach.h). Errors: Configuration; Unreadable when
// a file can't be read; Refused when it is too large.
// `base` is what the file starts from, such as a profile of the command line.
Result<ConfigFile> read_config_file(const std::filesystem::path& path, ConfigOrigin origin,
                                    const Registry& registry, const DefaultTable& defaults,
                                    std::optional<ConfigFile> base = std::nullopt);

// The same for a text in memory. Errors: Configuration.
Result<ConfigFile> parse_config_file(std::string_view text, const std::filesystem::path& path,
                                     const Registry& registry, const DefaultTable& defaults);

// The settings without a file.
ConfigFile empty_config_file(const Registry& registry);

// The settings of a profile, on which a file may be put. Errors: Usage, for an
// unknown one.
Result<ConfigFile> profile_settings(const std::string& name, const Registry& registry,
                                    const DefaultTable& defaults);

// The keys of the configuration's top level.
std::vector<std::string> config_keys();

}  // namespace mlfix
