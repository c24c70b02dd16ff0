#include "text/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <system_error>

#include "text/characters.h"

namespace mlfix {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

std::string_view folder_prefix(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

std::string_view folder_part(std::string_view path) {
  const std::string_view prefix = folder_prefix(path);
  return prefix.substr(0, prefix.size() - (prefix.empty() ? 0 : 1));
}

std::string_view name_part(std::string_view path) {
  return path.substr(folder_prefix(path).size());
}

std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string encoded;
  for (const char c : path) {
    if (is_letter(c) || is_digit(c) || kPlain.find(c) != kPlain.npos) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
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
