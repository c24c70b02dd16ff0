// A table of a TOML file as the YAML that says the same, so that one set of
// readers serves both kinds of configuration file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"

namespace mlfix {

struct TranslatedToml {
  std::string yaml;
  std::vector<std::uint32_t> lines;  // of the TOML file, by line of `yaml`, from 0

  // `line` of the YAML (from 1) in the TOML file; 0 stays 0.
  std::uint32_t line_of(std::uint32_t line) const;
};

// The table with that dotted name ("tool.mlfix"); nothing when the file has none.
// Errors: Configuration, when the file is no TOML.
Result<std::optional<TranslatedToml>> translate_toml(std::string_view text,
                                                     const std::filesystem::path& path,
                                                     std::string_view table);

}  // namespace mlfix
