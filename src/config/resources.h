// The files that are built into the program: default configuration, profiles,
// knowledge tables, the pages of the rules and the scripts of `mlfix measure`. Static data,
// thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "config/yaml_document.h"

namespace mlfix {

struct Resource {
  std::string_view path;     // in the source tree: "config/knowledge/torch.yml"
  std::string_view content;  // the file's bytes; "" of one that is there as a document
  YamlTable document;        // of a table of config/, read when the program was built
};

// All of them, sorted by path.
std::span<const Resource> resources();

// The content of the one with exactly this path. O(log n).
std::optional<std::string_view> find_resource(std::string_view path);

// The same of a table, as a document.
std::optional<YamlNode> find_document(std::string_view path);

}  // namespace mlfix
