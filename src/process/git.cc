// What git is run with is decided here, so that nobody forgets a variable.

#include "process/git.h"

#include <unistd.h>

#include <string_view>

namespace mlfix {
namespace {

void leave_out_git_variables(Command& command) {
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    if (!variable.starts_with("GIT_")) continue;
    command.environment.emplace(variable.substr(0, variable.find('=')), std::nullopt);
  }
}

}  // namespace

Result<ProcessOutput> run_git(const std::filesystem::path& folder,
                              const std::vector<std::string>& arguments,
                              const std::map<std::string, std::string>& environment) {
  Command command;
  command.words = {"git", "-C", folder.empty() ? "." : folder.string()};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  leave_out_git_variables(command);
  command.environment.insert_or_assign("GIT_OPTIONAL_LOCKS", "0");
  for (const auto& [name, value] : environment) command.environment.insert_or_assign(name, value);
  return run_process(command);
}

}  // namespace mlfix
