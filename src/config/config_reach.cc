// git is not asked: what counts as its folder here may be smaller than what git
// would say, never larger.

#include "config/config_reach.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <system_error>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// File systems that don't tell cases apart are no rarity.
bool is_git_folder(const fs::path& name) {
  std::string lower = name.string();
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower == ".git";
}

}  // namespace

fs::path reach_of(const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::absolute(folder.empty() ? "." : folder, error);
  const fs::path real = fs::weakly_canonical(whole, error);
  for (fs::path at = real; !at.empty(); at = at.parent_path()) {
    if (fs::exists(fs::symlink_status(at / ".git", error))) return at;
    if (at == at.parent_path()) break;
  }
  return real;
}

bool is_within_reach(const fs::path& reach, const fs::path& target) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(target, error), error);
  const fs::path below = real.lexically_relative(reach);
  if (error || below.empty() || *below.begin() == "..") return false;
  // A link that leads nowhere yet may lead anywhere later.
  for (fs::path at = real; at != reach; at = at.parent_path()) {
    if (fs::is_symlink(fs::symlink_status(at, error))) return false;
  }
  return std::none_of(below.begin(), below.end(), is_git_folder);
}

}  // namespace mlfix
