// The one way to ask git something.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "process/process.h"

namespace mlfix {

// Runs `git -C folder arguments...`, without GIT_* variables, so that a hook's or
// a rebase's idea of the current repository does not leak into ours, and without
// locks that are not needed; `environment` is added. Errors: Unreadable, when there
// is no git.
Result<ProcessOutput> run_git(const std::filesystem::path& folder,
                              const std::vector<std::string>& arguments,
                              const std::map<std::string, std::string>& environment = {});

}  // namespace mlfix
