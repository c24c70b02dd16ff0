// yaml-cpp behind values: nodes that say where they stand, and readers that
// answer with an Error instead of throwing. Used inside config/ only; the other
// layers never see yaml-cpp.
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"

namespace mlfix {

// The text as one YAML document; a null node when it is empty. `path` is for
// errors (kind Configuration), here and below.
Result<YAML::Node> parse_yaml(std::string_view text, const std::filesystem::path& path);

// The same for a text that is built into the program: it is read once, and not first looked
// through for what a foreign text may hold.
Result<YAML::Node> parse_own_yaml(std::string_view text, const std::filesystem::path& path);

// Line from 1.
std::uint32_t line_of(const YAML::Node& node);

// An error at `node`.
Error yaml_error(const std::filesystem::path& path, const YAML::Node& node, std::string message,
                 std::string remedy = {});

// One entry of a mapping, its key checked to be a scalar.
struct YamlEntry {
  std::string key;
  YAML::Node key_node;  // where the key stands
  YAML::Node value;
};

// The entries of a mapping in their order; none for a null node. `what` names
// the mapping in errors. A key that stands twice is an error.
Result<std::vector<YamlEntry>> read_mapping(const std::filesystem::path& path,
                                            const YAML::Node& node, std::string_view what);

// The error for a key that is none of `known`, with the nearest of them.
Error unknown_key(const std::filesystem::path& path, const YamlEntry& entry, std::string_view what,
                  std::span<const std::string> known);

Result<bool> read_flag(const std::filesystem::path& path, const YamlEntry& entry);
Result<std::int64_t> read_number(const std::filesystem::path& path, const YamlEntry& entry);
Result<std::string> read_word(const std::filesystem::path& path, const YamlEntry& entry);
// A list of words; one word alone is a list of one.
Result<std::vector<std::string>> read_words(const std::filesystem::path& path,
                                            const YamlEntry& entry);

}  // namespace mlfix
