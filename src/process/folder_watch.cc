// A watch is on a folder, not on its name: who renames folders makes all of their names wrong, and
// is told to look at everything again.

#include "process/folder_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace mlfix {
namespace {

constexpr std::uint32_t kWatched = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                   IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

}  // namespace

FolderWatch::FolderWatch(IsWanted is_wanted_file, IsWanted is_wanted_folder)
    : is_wanted_file_(std::move(is_wanted_file)),
      is_wanted_folder_(std::move(is_wanted_folder)),
      inotify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      error_(inotify_.is_open() ? 0 : errno) {}

IoResult<void> FolderWatch::add(const std::filesystem::path& folder) {
  if (!inotify_.is_open()) return tl::unexpected(error_);
  const int watch = inotify_add_watch(inotify_.get(), folder.c_str(), kWatched);
  if (watch < 0) return tl::unexpected(errno);
  const std::lock_guard lock(mutex_);
  folders_[watch] = folder;
  return {};
}

void FolderWatch::read_events() {
  alignas(inotify_event) std::array<char, 64 * 1024> buffer;
  ssize_t count = 0;
  while ((count = read(inotify_.get(), buffer.data(), buffer.size())) > 0) {
    for (std::size_t at = 0; at < static_cast<std::size_t>(count);) {
      inotify_event event{};
      std::memcpy(&event, &buffer[at], sizeof event);
      const char* name = &buffer[at] + sizeof event;
      at += sizeof event + event.len;
      const bool all_is_new = (event.mask & (IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF)) != 0;
      changes_.folders = changes_.folders || all_is_new;
      const auto folder = folders_.find(event.wd);
      if (all_is_new || event.len == 0 || folder == folders_.end()) continue;
      const std::filesystem::path path = folder->second / name;
      if ((event.mask & IN_ISDIR) != 0) {
        changes_.folders = changes_.folders || is_wanted_folder_(path);
      } else if (is_wanted_file_(path)) {
        changes_.files.insert(path);
      }
    }
  }
}

bool FolderWatch::has_changes() {
  const std::lock_guard lock(mutex_);
  read_events();
  return changes_.any();
}

void FolderWatch::wait(std::chrono::milliseconds longest) {
  pollfd waiting{inotify_.get(), POLLIN, 0};
  if (!has_changes()) poll(&waiting, 1, static_cast<int>(longest.count()));
}

FolderChanges FolderWatch::take() {
  const std::lock_guard lock(mutex_);
  read_events();
  return std::exchange(changes_, {});
}

}  // namespace mlfix
