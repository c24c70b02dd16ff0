// Runs git in an environment without GIT_* variables, so that a hook's or a
// rebase's idea of the current repository does not leak into ours.

#include "engine/git_files.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "process/process.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

void leave_out_git_variables(Command& command) {
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    if (!variable.starts_with("GIT_")) continue;
    command.environment.emplace(variable.substr(0, variable.find('=')), std::nullopt);
  }
}

// What git printed, when it did well.
std::optional<std::string> run_git(const fs::path& folder,
                                   const std::vector<std::string>& arguments) {
  Command command;
  command.words = {"git", "-C", folder.empty() ? "." : folder.string()};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  leave_out_git_variables(command);
  command.environment.insert_or_assign("GIT_OPTIONAL_LOCKS", "0");
  auto output = run_process(command);
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
  const auto listed = run_git(folder, {"ls-files", "-z", "-co", "--exclude-standard"});
  if (!listed) return std::nullopt;
  std::vector<fs::path> files;
  std::string_view rest = *listed;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    files.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (files.empty() && run_git(folder, {"check-ignore", "-q", "."})) return std::nullopt;
  return files;
}

}  // namespace mlfix
