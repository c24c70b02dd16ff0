// git is asked, because only git knows what its ignore rules mean. It is asked at
// the top of the checkout, about the folder, see process/git.h.

#include "engine/git_files.h"

#include <linux/limits.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// A folder of a checkout, as git is told of it.
struct InCheckout {
  fs::path top;
  std::string below;  // "." for the top itself
};

std::optional<InCheckout> place_in_checkout(const fs::path& folder) {
  const auto top = checkout_around(folder);
  if (!top) return std::nullopt;
  std::error_code error;
  const fs::path real = fs::canonical(folder.empty() ? "." : folder, error);
  if (error) return std::nullopt;
  return InCheckout{*top, real.lexically_relative(*top).generic_string()};
}

GitCall call_at(const InCheckout& place, std::vector<std::string> arguments,
                std::chrono::seconds limit) {
  GitCall call{place.top, std::move(arguments)};
  call.for_ignore_rules = limit;
  return call;
}

bool is_ignored(const InCheckout& place, std::chrono::seconds limit) {
  if (place.below == ".") return false;
  const auto output =
      run_git(call_at(place, {"check-ignore", "-q", "--", "./" + place.below}, limit));
  return output && output->status == 0;
}

// The folders of one checkout that are links by now.
class LinkedFolders {
 public:
  explicit LinkedFolders(const fs::path& root) : root_(root) {}

  // The first link among `folder` and those above it, up to the root.
  const std::optional<fs::path>& first_link(const fs::path& folder) {
    const auto [at, is_new] = known_.try_emplace(folder);
    if (!is_new || folder.empty()) return at->second;
    std::optional<fs::path> link = first_link(folder.parent_path());
    std::error_code error;
    if (!link && fs::is_symlink(root_ / folder, error)) link = folder;
    return at->second = std::move(link);
  }

 private:
  fs::path root_;
  std::map<fs::path, std::optional<fs::path>> known_;
};

// What a user can do about a checkout that git does not list.
Error with_remedy(Error error, const InCheckout& place) {
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
  const auto place = place_in_checkout(folder);
  return place && is_ignored(*place, kForIgnoreRules);
}

Result<GitFiles> git_files(const fs::path& folder, std::chrono::seconds limit) {
  const auto place = place_in_checkout(folder);
  if (!place) return GitFiles();
  const bool is_top = place->below == ".";
  std::vector<std::string> words = {"ls-files", "-z", "-co", "--exclude-standard", "--"};
  if (!is_top) words.push_back(":(literal)" + place->below);
  const auto listed = ask_git(call_at(*place, std::move(words), limit));
  if (!listed) return tl::unexpected(with_remedy(listed.error(), *place));
  const auto paths = listed_fields(*listed);
  if (!paths) return tl::unexpected(paths.error());
  ListedFiles found;
  LinkedFolders linked(place->top / place->below);
  for (std::string_view path : *paths) {
    if (!is_top) path.remove_prefix(std::min(place->below.size() + 1, path.size()));
    // Empty: a submodule that is not there. Such a long one: an index that was made by hand.
    if (path.empty() || path.size() >= PATH_MAX) continue;
    const fs::path file(path);
    if (const auto& link = linked.first_link(file.parent_path())) {
      found.links.insert(*link);
    } else {
      found.files.push_back(file);
    }
  }
  if (found.files.empty() && found.links.empty() && is_ignored(*place, limit)) return GitFiles();
  return GitFiles(std::move(found));
}

}  // namespace mlfix
