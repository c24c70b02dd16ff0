#include "text/paths.h"

#include <algorithm>
#include <cctype>
#include <system_error>

namespace mlfix {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

bool is_git_folder(std::string_view name) {
  constexpr std::string_view kGit = ".git";
  return std::ranges::equal(name, kGit, {},
                            [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
}

fs::path whole_path(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return (error ? path : whole).lexically_normal();
}

fs::path containing_folder(const fs::path& path) {
  std::error_code error;
  const fs::path whole = whole_path(path);
  if (!fs::is_directory(whole, error)) return whole.parent_path();
  return whole.has_filename() ? whole : whole.parent_path();
}

}  // namespace mlfix
