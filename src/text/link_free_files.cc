// The folder of a path is opened part by part from the root, with no link on the way, and
// held while the call works in it by the last part of the path alone: what is exchanged for a
// link in between, before or behind, is not where the call works.

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

class HeldFolder {
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
  HeldFolder(const HeldFolder&) = delete;
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

// What is no folder, and a link is none here.
tl::unexpected<int> not_there() {
  return tl::unexpected(errno == ENOTDIR ? ELOOP : errno);
}

IoResult<void> outcome(bool success) {
  if (success) return {};
  return tl::unexpected(errno);
}

}  // namespace

IoResult<int> LinkFreeFiles::open(const path& path, int flags, unsigned mode) {
  const HeldFolder folder(path.parent_path());
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
  const HeldFolder of_from(from.parent_path());
  if (!of_from.is_open()) return not_there();
  const HeldFolder of_to(to.parent_path());
  if (!of_to.is_open()) return not_there();
  return outcome(::renameat(of_from.descriptor(), from.filename().c_str(), of_to.descriptor(),
                            to.filename().c_str()) == 0);
}

IoResult<void> LinkFreeFiles::exchange(const path& a, const path& b) {
  constexpr unsigned kExchange = 1U << 1;
  const HeldFolder of_a(a.parent_path());
  if (!of_a.is_open()) return not_there();
  const HeldFolder of_b(b.parent_path());
  if (!of_b.is_open()) return not_there();
  return outcome(::syscall(SYS_renameat2, of_a.descriptor(), a.filename().c_str(),
                           of_b.descriptor(), b.filename().c_str(), kExchange) == 0);
}

IoResult<void> LinkFreeFiles::remove(const path& path) {
  const HeldFolder folder(path.parent_path());
  if (!folder.is_open()) return not_there();
  return outcome(::unlinkat(folder.descriptor(), path.filename().c_str(), 0) == 0);
}

IoResult<void> LinkFreeFiles::check_writable(const path& path) {
  const HeldFolder folder(path.parent_path());
  if (!folder.is_open()) return not_there();
  return outcome(::faccessat(folder.descriptor(), path.filename().c_str(), W_OK, AT_EACCESS) == 0);
}

// Of a descriptor the operating system lists the very folder, whatever has its name by now.
IoResult<std::vector<std::string>> LinkFreeFiles::list(const path& folder) {
  const HeldFolder held(folder);
  if (!held.is_open()) return not_there();
  return FileSystem::list(path("/proc/self/fd") / std::to_string(held.descriptor()));
}

FileSystem& link_free_files() {
  static LinkFreeFiles files;
  return files;
}

}  // namespace mlfix
