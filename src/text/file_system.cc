// A thin skin over POSIX: EINTR is retried where POSIX lets a call be
// repeated, errno becomes a value, and descriptors get an owner.
#include "text/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>

namespace mlfix {
namespace {

using std::filesystem::path;

tl::unexpected<int> failure() {
  return tl::unexpected<int>(errno);
}

IoResult<void> done_if(bool success) {
  if (!success) return failure();
  return {};
}

template <typename Call>
auto retry(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

FileStatus to_status(const struct stat& raw) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  FileStatus status;
  status.device = raw.st_dev;
  status.inode = raw.st_ino;
  status.size = static_cast<std::uint64_t>(raw.st_size);
  status.mtime_ns = raw.st_mtim.tv_sec * kNanoseconds + raw.st_mtim.tv_nsec;
  status.links = raw.st_nlink;
  status.mode = raw.st_mode;
  status.owner = raw.st_uid;
  status.group = raw.st_gid;
  return status;
}

struct DirectoryCloser {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

struct Free {
  void operator()(char* memory) const { std::free(memory); }
};

}  // namespace

bool FileStatus::is_regular() const {
  return S_ISREG(mode);
}
bool FileStatus::is_directory() const {
  return S_ISDIR(mode);
}

IoResult<path> FileSystem::real_path(const path& path) {
  const std::unique_ptr<char, Free> resolved(::realpath(path.c_str(), nullptr));
  if (!resolved) return failure();
  return std::filesystem::path(resolved.get());
}

IoResult<int> FileSystem::open(const path& path, int flags, unsigned mode) {
  const int descriptor = retry([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); });
  if (descriptor < 0) return failure();
  return descriptor;
}

// Not retried: on Linux the descriptor is gone even when a signal interrupts.
IoResult<void> FileSystem::close(int descriptor) {
  return done_if(::close(descriptor) == 0 || errno == EINTR);
}

IoResult<FileStatus> FileSystem::status(int descriptor) {
  struct stat raw = {};
  if (::fstat(descriptor, &raw) != 0) return failure();
  return to_status(raw);
}

IoResult<FileStatus> FileSystem::status(const path& path) {
  struct stat raw = {};
  if (::lstat(path.c_str(), &raw) != 0) return failure();
  return to_status(raw);
}

IoResult<std::size_t> FileSystem::read(int descriptor, char* buffer, std::size_t size) {
  const ssize_t count = retry([&] { return ::read(descriptor, buffer, size); });
  if (count < 0) return failure();
  return static_cast<std::size_t>(count);
}

IoResult<std::size_t> FileSystem::write(int descriptor, std::string_view bytes) {
  const ssize_t count = retry([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
  if (count < 0) return failure();
  return static_cast<std::size_t>(count);
}

IoResult<void> FileSystem::rewind(int descriptor) {
  return done_if(::lseek(descriptor, 0, SEEK_SET) == 0);
}

// File systems that can't reserve are not an error: the write finds out.
IoResult<void> FileSystem::reserve(int descriptor, std::uint64_t size) {
  const int result = retry(
      [&] { return ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size)); });
  return done_if(result == 0 || errno == EOPNOTSUPP || errno == ENOSYS);
}

IoResult<void> FileSystem::truncate(int descriptor, std::uint64_t size) {
  return done_if(retry([&] { return ::ftruncate(descriptor, static_cast<off_t>(size)); }) == 0);
}

IoResult<void> FileSystem::set_owner(int descriptor, std::uint32_t owner, std::uint32_t group) {
  return done_if(::fchown(descriptor, owner, group) == 0);
}

IoResult<void> FileSystem::set_mode(int descriptor, std::uint32_t mode) {
  return done_if(::fchmod(descriptor, mode) == 0);
}

// Some file systems can't sync a folder and say EINVAL: there is nothing to do.
IoResult<void> FileSystem::sync(int descriptor) {
  return done_if(retry([&] { return ::fsync(descriptor); }) == 0 || errno == EINVAL);
}

IoResult<void> FileSystem::set_attribute(int descriptor, const char* name, std::string_view value) {
  return done_if(::fsetxattr(descriptor, name, value.data(), value.size(), 0) == 0);
}

IoResult<void> FileSystem::remove_attribute(int descriptor, const char* name) {
  return done_if(::fremovexattr(descriptor, name) == 0);
}

IoResult<std::string> FileSystem::attribute(int descriptor, const char* name) {
  constexpr std::size_t kMostBytes = 4096;
  std::string value(kMostBytes, '\0');
  const auto size = ::fgetxattr(descriptor, name, value.data(), value.size());
  if (size < 0) return failure();
  value.resize(static_cast<std::size_t>(size));
  return value;
}

IoResult<void> FileSystem::rename(const path& from, const path& to) {
  return done_if(::rename(from.c_str(), to.c_str()) == 0);
}

// Not in every C library, so by its number.
IoResult<void> FileSystem::exchange(const path& a, const path& b) {
  constexpr unsigned kExchange = 1U << 1;
  return done_if(::syscall(SYS_renameat2, AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), kExchange) ==
                 0);
}

IoResult<void> FileSystem::remove(const path& path) {
  return done_if(::unlink(path.c_str()) == 0);
}

IoResult<void> FileSystem::check_writable(const path& path) {
  return done_if(::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0);
}

IoResult<std::vector<std::string>> FileSystem::list(const path& folder) {
  const std::unique_ptr<DIR, DirectoryCloser> directory(::opendir(folder.c_str()));
  if (!directory) return failure();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(directory.get())) names.emplace_back(entry->d_name);
  if (errno != 0) return failure();
  return names;
}

FileSystem& system_files() {
  static FileSystem files;
  return files;
}

IoResult<FileHandle> FileHandle::open(FileSystem& files, const path& path, int flags,
                                      unsigned mode) {
  const auto descriptor = files.open(path, flags, mode);
  if (!descriptor) return tl::unexpected(descriptor.error());
  return FileHandle(files, *descriptor);
}

FileHandle::FileHandle(FileHandle&& other) noexcept
    : files_(other.files_), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileHandle::~FileHandle() {
  if (descriptor_ >= 0) static_cast<void>(files_->close(descriptor_));
}

IoResult<void> FileHandle::close() {
  return files_->close(std::exchange(descriptor_, -1));
}

IoResult<std::string> FileHandle::read_all(std::uint64_t limit) {
  // A string would have to be filled with zeros first.
  std::array<char, std::size_t{64} << 10> chunk;
  std::string bytes;
  while (bytes.size() <= limit) {
    const auto count = files_->read(descriptor_, chunk.data(), chunk.size());
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) break;
    bytes.append(chunk.data(), *count);
  }
  return bytes;
}

IoResult<void> FileHandle::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = files_->write(descriptor_, bytes);
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return tl::unexpected(EIO);
    bytes.remove_prefix(*count);
  }
  return {};
}

IoResult<std::string> read_file(FileSystem& files, const path& path, std::uint64_t limit) {
  auto handle = FileHandle::open(files, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (!handle) return tl::unexpected(handle.error());
  return handle->read_all(limit);
}

std::string describe_errno(int error) {
  std::string text = std::generic_category().message(error);
  if (!text.empty()) {
    text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  }
  return text;
}

}  // namespace mlfix
