// Which files to read, from the paths of the command line.
//
// A folder inside a git work tree is listed by git itself, so that .gitignore
// means what it means to git; any other folder is walked. Version-control
// folders, virtual environments, node_modules and caches are left out. A file
// that is named is always read. A symbolic link that is found is a file of the run
// only when it leads to one below the folders that were named, and links to
// folders are not entered: what they lead to below those folders is found anyway.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "process/git.h"
#include "text/error.h"

namespace mlfix {

struct Discovery {
  // As the user would write them (relative to the path that was given), sorted,
  // no file twice even under two names.
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> second_names;  // further ones of these files
  std::vector<Error> errors;    // Usage: no such path. Unreadable: a folder or file we may not read
  std::vector<Error> left_out;  // links that lead elsewhere
  // Checkouts of which git does not say what it ignores; they were walked as a whole.
  std::vector<Error> unlisted;
  bool is_whole = true;  // false where a walk came to its limit
};

// Finds the Python sources (*.py, *.ipynb) under `paths`. Reads the file system, runs git
// at most a few times per path; not affected by git's environment variables. git may take
// `for_ignore_rules` of processor time for a checkout, and is asked no more once it did not end.
// Of folders that git does not list, `most_entries` are looked at in all.
Discovery discover(const std::vector<std::filesystem::path>& paths,
                   std::chrono::seconds for_ignore_rules = kForIgnoreRules,
                   std::size_t most_entries = SIZE_MAX);

// By its name: *.py or *.ipynb.
bool is_python_source(const std::filesystem::path& path);

// A folder of version control, a virtual environment, or a cache: never searched.
bool is_skipped_folder(const std::filesystem::path& folder);

}  // namespace mlfix
