// Which files to read, from the paths of the command line.
//
// A folder inside a git work tree is listed by git itself, so that .gitignore
// means what it means to git; any other folder is walked. Version-control
// folders, virtual environments, node_modules and caches are left out. A file
// that is named is always read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "text/error.h"

namespace mlfix {

struct Discovery {
  // As the user would write them (relative to the path that was given), sorted,
  // no file twice even under two names.
  std::vector<std::filesystem::path> files;
  std::vector<Error> errors;  // Usage: no such path. Unreadable: a folder or file we may not read
};

// Finds the Python sources (*.py, *.ipynb) under `paths`. Reads the file system, runs git
// at most a few times per path; not affected by git's environment variables.
Discovery discover(const std::vector<std::filesystem::path>& paths);

// A folder of version control, a virtual environment, or a cache: never searched.
bool is_skipped_folder(const std::filesystem::path& folder);

}  // namespace mlfix
