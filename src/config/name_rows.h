// The rows of the knowledge tables that say something of names alone: meanings, hints, and
// the facts that a table declares. A row is a key and a run of words; docs/knowledge.md.
#pragma once

#include <filesystem>
#include <optional>

#include "config/yaml_node.h"

namespace mlfix {

class Knowledge;

// Each reads one table of a document into `knowledge`. Errors: Configuration, with the line
// of the row and what to write instead.
std::optional<Error> read_meanings(Knowledge& knowledge, const std::filesystem::path& file,
                                   const YamlEntry& table);
std::optional<Error> read_hints(Knowledge& knowledge, const std::filesystem::path& file,
                                const YamlEntry& table);
std::optional<Error> read_declared_facts(Knowledge& knowledge, const std::filesystem::path& file,
                                         const YamlEntry& table);

// The words of a scalar, between blanks.
std::vector<std::string> split_words(std::string_view text);

}  // namespace mlfix
