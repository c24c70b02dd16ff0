// The folder of a path is opened part by part from the root, with no link on the way, and
// held while the call works in it by the last part of the path alone: what is exchanged for a
// link in between, before or after, is not where the call works. Calls that belong together
// have one folder held for all of them.

#include "text/link_free_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

namespace mlfix {
namespace {

using std::filesystem::path;

// What is no folder, and a link is none here.
tl::unexpected<int> not_there() {
  return tl::unexpected(errno == ENOTDIR ? ELOOP : errno);
}

IoResult<void> outcome(bool success) {
  if (success) return {};
  return tl::unexpected(errno);
}

}  // namespace

class LinkFreeFiles::HeldFolder {
 public:
  explicit HeldFolder(const path& real) : at_(::open("/", kStep)) {
    for (const path& part : real.relative_path()) {
      if (at_ < 0) return;
      const int next = part.empty() ? ::dup(at_) : ::openat(at_, part.c_str(), kStep);
      const int error = errno;
      ::close(std::exchange(at_, next));
      errno = error;
    }
  }
  // The same folder once more.
  HeldFolder(const HeldFolder& other) : at_(::fcntl(other.at_, F_DUPFD_CLOEXEC, 0)) {}
  HeldFolder& operator=(const HeldFolder&) = delete;
  ~HeldFolder() {
    if (at_ >= 0) ::close(at_);
  }

  bool is_open() const { return at_ >= 0; }
  int descriptor() const { return at_; }

 private:
  static constexpr int kStep = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int at_;
};

LinkFreeFiles::LinkFreeFiles() = default;
LinkFreeFiles::~LinkFreeFiles() = default;

std::shared_ptr<void> LinkFreeFiles::hold(const path& folder) {
  auto held = std::make_shared<const HeldFolder>(folder);
  if (!held->is_open()) return nullptr;
  const std::lock_guard lock(mutex_);
  held_.insert_or_assign(folder, held);
  return {nullptr, [this, folder](void*) {
            const std::lock_guard lock_again(mutex_);
            held_.erase(folder);
          }};
}

LinkFreeFiles::HeldFolder LinkFreeFiles::folder_at(const path& real) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto held = held_.find(real); held != held_.end()) return *held->second;
  }
  return HeldFolder(real);
}

IoResult<int> LinkFreeFiles::open(const path& path, int flags, unsigned mode) {
  const HeldFolder folder = folder_at(path.parent_path());
  if (!folder.is_open()) return not_there();
  int file = -1;
  do {
    file = ::openat(folder.descriptor(), path.filename().c_str(), flags | O_NOFOLLOW | O_CLOEXEC,
                    mode);
  } while (file < 0 && errno == EINTR);
  if (file < 0) return tl::unexpected(errno);
  return file;
}

IoResult<FileStatus> LinkFreeFiles::status(const path& path) {
  const auto file = open(path, O_PATH, 0);
  if (!file) return tl::unexpected(file.error());
  auto status = FileSystem::status(*file);
  ::close(*file);
  return status;
}

IoResult<void> LinkFreeFiles::rename(const path& from, const path& to) {
  const HeldFolder of_from = folder_at(from.parent_path());
  if (!of_from.is_open()) return not_there();
  const HeldFolder of_to = folder_at(to.parent_path());
  if (!of_to.is_open()) return not_there();
  return outcome(::renameat(of_from.descriptor(), from.filename().c_str(), of_to.descriptor(),
                            to.filename().c_str()) == 0);
}

IoResult<void> LinkFreeFiles::exchange(const path& a, const path& b) {
  constexpr unsigned kExchange = 1U << 1;
  const HeldFolder of_a = folder_at(a.parent_path());
  if (!of_a.is_open()) return not_there();
  const HeldFolder of_b = folder_at(b.parent_path());
  if (!of_b.is_open()) return not_there();
  return outcome(::syscall(SYS_renameat2, of_a.descriptor(), a.filename().c_str(),
                           of_b.descriptor(), b.filename().c_str(), kExchange) == 0);
}

IoResult<void> LinkFreeFiles::remove(const path& path) {
  const HeldFolder folder = folder_at(path.parent_path());
  if (!folder.is_open()) return not_there();
  return outcome(::unlinkat(folder.descriptor(), path.filename().c_str(), 0) == 0);
}

IoResult<void> LinkFreeFiles::check_writable(const path& path) {
  const HeldFolder folder = folder_at(path.parent_path());
  if (!folder.is_open()) return not_there();
  return outcome(::faccessat(folder.descriptor(), path.filename().c_str(), W_OK, AT_EACCESS) == 0);
}

// Of a descriptor the operating system lists the very folder, whatever has its name by now.
IoResult<std::vector<std::string>> LinkFreeFiles::list(const path& folder) {
  const HeldFolder held = folder_at(folder);
  if (!held.is_open()) return not_there();
  return FileSystem::list(path("/proc/self/fd") / std::to_string(held.descriptor()));
}

FileSystem& link_free_files() {
  static LinkFreeFiles files;
  return files;
}

}  // namespace mlfix
