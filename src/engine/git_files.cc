// git is asked, because only git knows what its ignore rules mean.

#include "engine/git_files.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "process/git.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// What git printed, when it did well.
std::optional<std::string> ask_git(const fs::path& folder,
                                   const std::vector<std::string>& arguments) {
  auto output = run_git(folder, arguments);
  if (!output || output->status != 0) return std::nullopt;
  return std::move(output->out);
}

}  // namespace

bool inside_git_work_tree(const fs::path& folder) {
  std::error_code error;
  fs::path at = fs::canonical(folder.empty() ? "." : folder, error);
  while (!error) {
    if (fs::exists(at / ".git", error)) return true;
    if (at == at.parent_path()) return false;
    at = at.parent_path();
  }
  return false;
}

std::optional<fs::path> git_work_tree(const fs::path& folder) {
  std::error_code error;
  for (fs::path at = folder;; at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at;
    if (at == at.parent_path()) return std::nullopt;
  }
}

std::optional<std::vector<fs::path>> git_files(const fs::path& folder) {
  const auto listed = ask_git(folder, {"ls-files", "-z", "-co", "--exclude-standard"});
  if (!listed) return std::nullopt;
  std::vector<fs::path> files;
  std::string_view rest = *listed;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    files.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (files.empty() && ask_git(folder, {"check-ignore", "-q", "."})) return std::nullopt;
  return files;
}

}  // namespace mlfix
