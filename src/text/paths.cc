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

}  // namespace mlfix
