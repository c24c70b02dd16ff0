// How paths lie to each other, by their parts alone: links are not looked at.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mlfix {

// Is `path` the folder or something in it? Both absolute, or both relative to the same.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

// Of a path as text, with slashes: "a/b/" of "a/b/c.py", with which begins all that lies beside the
// file, "a/b", and "c.py". The first two are empty where there is no folder.
std::string_view folder_prefix(std::string_view path);
std::string_view folder_part(std::string_view path);
std::string_view name_part(std::string_view path);

// The path as a URI has it: what it can't have as such is percent-encoded, byte by byte.
std::string percent_encoded(std::string_view path);

// ".git", in whatever case: file systems that don't tell cases apart are no rarity.
bool is_git_folder(std::string_view name);

// `path` from the root, without "." and ".."; normal, and otherwise as it is, where the
// current folder is gone.
std::filesystem::path whole_path(const std::filesystem::path& path);

// The folder itself, or the one that a file lies in; whole.
std::filesystem::path containing_folder(const std::filesystem::path& path);

}  // namespace mlfix
