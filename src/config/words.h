// The words of levels and severities in configuration files.
#pragma once

#include <filesystem>
#include <string_view>

#include "config/yaml_node.h"
#include "engine/severity.h"
#include "semantic/verdict/applicability.h"
#include "text/error.h"

namespace mlfix {

// safe, unsafe, suggestion. Errors: Configuration.
Result<Applicability> read_level(const std::filesystem::path& path, const YamlEntry& entry);

// info, low, medium, high. Errors: Configuration.
Result<Severity> read_severity(const std::filesystem::path& path, const YamlEntry& entry);

}  // namespace mlfix
