// A folder for what a run of the bot needs on disk, gone at its end.
#pragma once

#include <filesystem>

#include "text/error.h"

namespace mlfix {

class WorkFolder {
 public:
  // In the system's folder for temporary files, readable by its owner only.
  // Errors: Unwritable.
  static Result<WorkFolder> make();
  WorkFolder(WorkFolder&& other) noexcept;
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit WorkFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;  // empty after a move
};

}  // namespace mlfix
