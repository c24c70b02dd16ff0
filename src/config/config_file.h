// mlfix.yaml: read, checked against the rules that exist, and turned into plain
// structs. Nothing is guessed: an unknown key or rule, or a value of the wrong
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

struct ConfigFile {
  std::filesystem::path path;      // empty when there is none
  std::optional<Selected> select;  // nothing: the rules that are on by default
  RuleSet ignore;                  // by rule index
  bool unsafe = false;
  std::filesystem::path baseline;  // beside or below the file; empty when the key is not there
  std::vector<PathIgnore> per_path_ignores;
  std::map<std::uint32_t, RuleEntry> rules;  // by rule index
  BotSettings bot;
  // The value of `knowledge` as YAML text, for the loader of the knowledge
  // tables; its lines are those of the file. Empty when the key is not there.
  std::string knowledge;
};

inline constexpr std::string_view kConfigFileName = "mlfix.yaml";

// The nearest mlfix.yaml in `folder` (absolute) or above it.
std::optional<std::filesystem::path> find_config_file(const std::filesystem::path& folder);

// Errors: Configuration; Unreadable when the file can't be read.
Result<ConfigFile> read_config_file(const std::filesystem::path& path, const Registry& registry,
                                    const DefaultTable& defaults);

// The same for a text in memory. Errors: Configuration.
Result<ConfigFile> parse_config_file(std::string_view text, const std::filesystem::path& path,
                                     const Registry& registry, const DefaultTable& defaults);

// The settings without a file.
ConfigFile empty_config_file(const Registry& registry);

}  // namespace mlfix
