// Tells of files that change below folders, while somebody works there (inotify).
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "process/spawn.h"

namespace mlfix {

// What has happened since the last look.
struct FolderChanges {
  std::set<std::filesystem::path> files;  // those that came, went, or have another content
  bool folders = false;  // a folder came, went or has another name, or too much happened to tell

  bool any() const { return folders || !files.empty(); }
};

class FolderWatch {
 public:
  // Is a file of that name, or a folder that came or went, of interest?
  using IsWanted = std::function<bool(const std::filesystem::path&)>;

  FolderWatch(IsWanted is_wanted_file, IsWanted is_wanted_folder);

  // Watches what is directly in the folder. Otherwise an errno: ENOSPC when the system watches no
  // more for this user, EMFILE when it has no watch to give at all.
  IoResult<void> add(const std::filesystem::path& folder);
  std::size_t size() const { return folders_.size(); }

  // Has anything happened that take() would tell? Any thread may ask.
  bool has_changes();
  // Waits for that, at most so long.
  void wait(std::chrono::milliseconds longest);
  // What has happened, and nothing more of it the next time.
  FolderChanges take();

 private:
  void read_events();

  const IsWanted is_wanted_file_;
  const IsWanted is_wanted_folder_;
  Descriptor inotify_;
  int error_ = 0;
  std::map<int, std::filesystem::path> folders_;  // by watch
  std::mutex mutex_;                              // of what follows, and of reading
  FolderChanges changes_;
};

}  // namespace mlfix
