// Reading what a search has found. Between the search and the reading somebody else may
// have put a link in the place of a file or a folder; it is not followed out of the
// folders that were searched. A file that the user named is read wherever it leads.
#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "text/file_system.h"

namespace mlfix {

class FoundFiles final : public FileSystem {
 public:
  // `given` are the paths of the command line: folders to search, and files.
  explicit FoundFiles(const std::vector<std::filesystem::path>& given);

  // ELOOP where a link leads elsewhere, or into a `.git`.
  IoResult<int> open(const std::filesystem::path& path, int flags, unsigned mode) override;

 private:
  bool is_inside(const std::filesystem::path& real) const;

  std::vector<std::filesystem::path> folders_;  // without links
  std::set<std::filesystem::path> named_;
};

}  // namespace mlfix
