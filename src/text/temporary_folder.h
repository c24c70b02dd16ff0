// A folder outside of the user's files, gone at the end.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "text/error.h"

namespace mlfix {

class TemporaryFolder {
 public:
  // In TMPDIR, else /tmp, as mlfix-<purpose>-…; only we may enter it. Errors:
  // Unwritable.
  static Result<TemporaryFolder> make(std::string_view purpose);
  // Those of our user whose makers were killed and could not remove them: now ours
  // to look at and, at the end, to remove. Never one that is in use.
  static std::vector<TemporaryFolder> abandoned(std::string_view purpose);
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  // Removes it with all that is in it; links in it are not followed.
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;  // real, absolute; empty when moved from
  int lock_;                    // a descriptor that keeps others from it; -1 when moved from
};

}  // namespace mlfix
