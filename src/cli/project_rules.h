// The rules of a run: those of the program, and those of the project at hand.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/options.h"
#include "config/rule_file.h"
#include "engine/registry.h"
#include "text/error.h"

namespace mlfix {

// The folder of rules for the paths of the command line; nothing with --no-config, nor outside
// of a repository where the folder is another user's.
std::optional<std::filesystem::path> rule_folder_of(const Options& options);

// `shipped` with the rules of that folder. Errors: Configuration, Unreadable, Refused.
Result<Registry> rules_of_run(const Options& options, const Registry& shipped);

}  // namespace mlfix
