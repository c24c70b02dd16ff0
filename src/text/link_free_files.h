// The operating system's files, for whoever writes where somebody else may be at work.
//
// The paths are those that real_path() gave: no folder on the way was a link then. One that
// has become a link since is not followed: the call fails with ELOOP, and nothing outside of
// where the path led is read, made, exchanged or removed. Each call takes as many steps as
// the path has parts. Thread-safe.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "text/file_system.h"

namespace mlfix {

class LinkFreeFiles final : public FileSystem {
 public:
  LinkFreeFiles();
  ~LinkFreeFiles() override;
  using FileSystem::status;

  IoResult<int> open(const std::filesystem::path& path, int flags, unsigned mode) override;
  IoResult<FileStatus> status(const std::filesystem::path& path) override;
  IoResult<void> rename(const std::filesystem::path& from,
                        const std::filesystem::path& to) override;
  IoResult<void> exchange(const std::filesystem::path& a, const std::filesystem::path& b) override;
  IoResult<void> remove(const std::filesystem::path& path) override;
  IoResult<void> check_writable(const std::filesystem::path& path) override;
  IoResult<std::vector<std::string>> list(const std::filesystem::path& folder) override;
  std::shared_ptr<void> hold(const std::filesystem::path& folder) override;

 private:
  class HeldFolder;
  HeldFolder folder_at(const std::filesystem::path& real);

  std::mutex mutex_;
  std::map<std::filesystem::path, std::shared_ptr<const HeldFolder>> held_;
};

FileSystem& link_free_files();

}  // namespace mlfix
