// The files that git sees in a folder: tracked ones and untracked ones that no
// ignore rule covers.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace mlfix {

// Is `folder` inside a git work tree (some parent holds a .git)?
bool inside_git_work_tree(const std::filesystem::path& folder);

// The nearest folder in or above `folder` (absolute) that holds a .git, spelled
// as `folder` is; nothing outside of work trees.
std::optional<std::filesystem::path> git_work_tree(const std::filesystem::path& folder);

// Paths relative to `folder`; a nested repository shows up as its folder.
// Nothing when git is missing or refuses, or when the folder itself is ignored:
// whoever names an ignored folder wants it read.
std::optional<std::vector<std::filesystem::path>> git_files(const std::filesystem::path& folder);

}  // namespace mlfix
