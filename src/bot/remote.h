// What git may be told of a remote: names and addresses come from configurations
// that others wrote, and git runs a program for more spellings than one expects
// (`ext::`, `--upload-pack=`, a folder that happens to have the name). Settings beside
// them name programs, servers in between, and files that libraries write.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/bot_settings.h"
#include "process/git.h"
#include "text/error.h"

namespace mlfix {

// Letters, digits, ".", "_", "-" and "/", a letter or digit first, and what git
// allows of these in a ref.
bool is_remote_name(std::string_view name);
// The same for a branch.
bool is_branch_name(std::string_view name);

// What is wrong with the names of remote and base branch in the configuration
// (Usage).
std::optional<Error> problem_of_names(const BotSettings& settings);

// The first of the repository's own settings that has a say in how git speaks to remotes,
// and is none of those that a clone has: names and addresses, the headers that a CI adds,
// and what changes neither whom git speaks to nor what it runs, reads and writes.
std::optional<std::string> foreign_setting(const std::vector<GitSetting>& settings);

// Is the path `address` of `remote` one that the user's own configuration names, by itself
// or as what stands in for other addresses (url.*.insteadOf)? git runs the hooks of the
// repository there.
bool is_path_of_user(const std::vector<GitSetting>& settings, std::string_view remote,
                     std::string_view address);

// The transport ("https", "ssh", "file") that all of `addresses`, one a line, need:
// https://host/…, ssh://host/…, user@host:path, file:///path, or /path. Errors:
// Refused (another kind, a host or path that a program could take for an option, two
// kinds, or a path with "." or ".." in it or inside of the checkout `top`, whose hooks
// would be the repository's).
Result<std::string> transport_of(std::string_view addresses, const std::filesystem::path& top);

}  // namespace mlfix
