// git is not asked: what counts as its folder here may be smaller than what git
// would say, never larger.

#include "config/config_reach.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "text/file_system.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Where links may be a stranger's: a checkout, or the current folder.
std::optional<fs::path> place_of(const fs::path& whole) {
  std::error_code error;
  for (fs::path at = whole.parent_path(); at.has_relative_path(); at = at.parent_path()) {
    if (fs::exists(fs::symlink_status(at / ".git", error))) return at;
  }
  const fs::path here = fs::current_path(error);
  const bool is_here = !error && here.has_relative_path() && is_below(whole, here);
  return is_here ? std::optional(here) : std::nullopt;
}

}  // namespace

bool is_ours(const fs::path& file) {
  const auto status = system_files().status(file);
  return status && (status->owner == geteuid() || status->owner == 0);
}

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
  if (error || !is_below(real, reach)) return false;
  // A link that leads nowhere yet may lead anywhere later.
  for (fs::path at = real; at != reach; at = at.parent_path()) {
    if (fs::is_symlink(fs::symlink_status(at, error))) return false;
  }
  const fs::path below = real.lexically_relative(reach);
  return std::none_of(below.begin(), below.end(),
                      [](const fs::path& part) { return is_git_folder(part.native()); });
}

std::optional<fs::path> left_by_link(const fs::path& named) {
  std::error_code error;
  const fs::path whole = whole_path(named);
  const auto place = place_of(whole);
  if (!place) return std::nullopt;
  const fs::path reach = fs::canonical(*place, error);
  const fs::path real = fs::weakly_canonical(whole, error);
  // Of a link that leads nowhere, the error says so; a new file takes its place.
  const bool has_links = error || real != reach / whole.lexically_relative(*place);
  return has_links && !is_within_reach(reach, whole) ? place : std::nullopt;
}

bool is_strangers_link(const fs::path& named) {
  std::error_code error;
  const fs::path whole = whole_path(named);
  return place_of(whole) && fs::is_symlink(fs::symlink_status(whole, error));
}

}  // namespace mlfix
