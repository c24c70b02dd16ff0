// Asked outside of the project: there, the folder of the program is not on the
// path, and what of the project is left was put there by an installation.

#include "measure/interpreter.h"

#include <algorithm>
#include <string_view>

#include "process/process.h"

namespace mlfix {

namespace fs = std::filesystem;

std::string interpreter_of(const std::vector<std::string>& command) {
  const std::string name = fs::path(command.front()).filename().string();
  return name.starts_with("python") ? command.front() : "python3";
}

std::vector<std::string> import_folders(const std::string& interpreter, const std::string& script,
                                        const fs::path& root) {
  Command command;
  std::error_code error;
  const bool is_path = interpreter.find('/') != std::string::npos;
  command.words = {is_path ? fs::absolute(interpreter, error).string() : interpreter, "-c", script};
  command.folder = "/";
  const auto output = run_process(command);
  std::vector<std::string> found;
  if (!output || output->status != 0) return found;
  const std::string inside = root.string() + "/";
  for (std::string_view rest = output->out; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool below = line == root.string() || line.starts_with(inside);
    if (below && std::ranges::find(found, line) == found.end()) found.emplace_back(line);
  }
  return found;
}

}  // namespace mlfix
