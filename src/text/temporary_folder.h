// A folder outside of the user's files, gone at the end.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "text/error.h"

namespace mlfix {

class TemporaryFolder {
 public:
  // In TMPDIR, else /tmp, as mlfix-<purpose>-…; only we may enter it. Errors:
  // Unwritable.
  static Result<TemporaryFolder> make(std::string_view purpose);
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  // Removes it with all that is in it; links in it are not followed.
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;  // real, absolute; empty when moved from
};

}  // namespace mlfix
