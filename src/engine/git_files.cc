// git is asked, because only git knows what its ignore rules mean. It is asked at
// the top of the checkout, about the folder, see process/git.h.

#include "engine/git_files.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "process/git.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// A folder of a checkout, as git is told of it.
struct Place {
  fs::path top;
  std::string below;  // "." for the top itself
};

std::optional<Place> place_of(const fs::path& folder) {
  const auto top = checkout_around(folder);
  if (!top) return std::nullopt;
  std::error_code error;
  const fs::path real = fs::canonical(folder.empty() ? "." : folder, error);
  if (error) return std::nullopt;
  return Place{*top, real.lexically_relative(*top).generic_string()};
}

bool is_ignored(const Place& place) {
  if (place.below == ".") return false;
  const auto output = run_git({place.top, {"check-ignore", "-q", "--", "./" + place.below}});
  return output && output->status == 0;
}

// What a user can do about a checkout that git does not list.
Error with_remedy(Error error, const Place& place) {
  error.path = place.top.string();
  if (error.message.find("dubious ownership") != std::string::npos) {
    error.message = "git refuses to list this checkout, because another user owns it";
    error.remedy =
        "if you trust it: git config --global --add safe.directory " + place.top.string();
  } else if (error.remedy.empty()) {
    error.remedy = "see what `git status` says there, or name the files instead of the folder";
  }
  return error;
}

}  // namespace

std::optional<fs::path> git_work_tree(const fs::path& folder) {
  std::error_code error;
  for (fs::path at = folder;; at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at;
    if (at == at.parent_path()) return std::nullopt;
  }
}

bool is_ignored_by_git(const fs::path& folder) {
  const auto place = place_of(folder);
  return place && is_ignored(*place);
}

Result<GitFiles> git_files(const fs::path& folder) {
  const auto place = place_of(folder);
  if (!place) return GitFiles();
  const bool is_top = place->below == ".";
  std::vector<std::string> words = {"ls-files", "-z", "-co", "--exclude-standard", "--"};
  if (!is_top) words.push_back(":(literal)" + place->below);
  const auto listed = ask_git({place->top, std::move(words)});
  if (!listed) return tl::unexpected(with_remedy(listed.error(), *place));
  std::vector<fs::path> files;
  for (std::string_view path : nul_fields(*listed)) {
    if (!is_top) path.remove_prefix(std::min(place->below.size() + 1, path.size()));
    if (!path.empty()) files.emplace_back(path);  // empty: a submodule that is not there
  }
  if (files.empty() && is_ignored(*place)) return GitFiles();
  return GitFiles(std::move(files));
}

}  // namespace mlfix
