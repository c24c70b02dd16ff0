// The section `bot` of the configuration.
#pragma once

#include <filesystem>
#include <optional>

#include "config/bot_settings.h"
#include "config/yaml_node.h"
#include "text/error.h"

namespace mlfix {

// Reads the value of `section` into `settings`. Gives what is wrong with it
// (kind Configuration).
std::optional<Error> read_bot_section(const std::filesystem::path& path, const YamlEntry& section,
                                      BotSettings& settings);

}  // namespace mlfix
