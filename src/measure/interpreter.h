// The Python that a command runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mlfix {

// The interpreter that the command names by its first word, else "python3".
std::string interpreter_of(const std::vector<std::string>& command);

// The folders below `root` that it imports from wherever it runs: an installation
// of the project "in place" makes such. `script` is the text of import_folders.py.
// Empty as well when the interpreter can't be run.
std::vector<std::string> import_folders(const std::string& interpreter, const std::string& script,
                                        const std::filesystem::path& root);

}  // namespace mlfix
