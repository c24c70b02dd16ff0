// Readers of the nodes of a YAML document: each gives what is wanted there, or an Error with the
// line and what to write instead.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/yaml_document.h"
#include "text/error.h"

namespace mlfix {

// An error at `node` (kind Configuration); `path` is for errors, here and below.
Error yaml_error(const std::filesystem::path& path, const YamlNode& node, std::string message,
                 std::string remedy = {});

// One entry of a mapping, its key checked to be a scalar.
struct YamlEntry {
  std::string key;
  YamlNode key_node;  // where the key stands
  YamlNode value;
};

// The entries of a mapping in their order; none for a null node. `what` names
// the mapping in errors. A key that stands twice is an error.
Result<std::vector<YamlEntry>> read_mapping(const std::filesystem::path& path, const YamlNode& node,
                                            std::string_view what);

// The error for a key that is none of `known`, with the nearest of them.
Error unknown_key(const std::filesystem::path& path, const YamlEntry& entry, std::string_view what,
                  std::span<const std::string> known);

// The flag or whole number that a scalar is, as YAML 1.1 writes them ("yes", "0x10").
std::optional<bool> as_flag(const YamlNode& node);
std::optional<std::int64_t> as_number(const YamlNode& node);

Result<bool> read_flag(const std::filesystem::path& path, const YamlEntry& entry);
Result<std::int64_t> read_number(const std::filesystem::path& path, const YamlEntry& entry);
Result<std::string> read_word(const std::filesystem::path& path, const YamlEntry& entry);
// A list of words; one word alone is a list of one.
Result<std::vector<std::string>> read_words(const std::filesystem::path& path,
                                            const YamlEntry& entry);

}  // namespace mlfix
