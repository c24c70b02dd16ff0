// The files that git sees in a folder: tracked ones and untracked ones that no
// ignore rule covers.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "process/git.h"
#include "text/error.h"

namespace mlfix {

// The nearest folder in or above `folder` (absolute) that holds a .git, spelled
// as `folder` is; nothing outside of work trees.
std::optional<std::filesystem::path> git_work_tree(const std::filesystem::path& folder);

// Does git ignore `folder`? False where git does not say.
bool is_ignored_by_git(const std::filesystem::path& folder);

// All paths are relative to the folder that was asked about, and below it.
struct ListedFiles {
  std::vector<std::filesystem::path> files;  // a nested repository shows up as its folder
  // Links where git knows a folder with files: what is behind them is not listed, as these
  // are not the files that git knows, and may be anywhere.
  std::set<std::filesystem::path> links;
};

using GitFiles = std::optional<ListedFiles>;

// Nothing outside of checkouts, or when the folder itself is ignored: whoever names
// an ignored folder wants it read. An error when there is a .git, and git is missing,
// refuses to say what is ignored, takes more processor time than `limit` to find out, or
// lists what leads out of the checkout; its remedy is for the user.
Result<GitFiles> git_files(const std::filesystem::path& folder,
                           std::chrono::seconds limit = kForIgnoreRules);

}  // namespace mlfix
