// Every call goes through the descriptor of the folder that was looked at, so that none reaches
// another that somebody puts in its place.

#include "fleet/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "text/private_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporary = ".mlfix-cache-";
constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr int kLockTrials = 50;
constexpr std::chrono::milliseconds kLockPause{20};

// Closes at the end of the scope.
class OwnedDescriptor {
 public:
  explicit OwnedDescriptor(int descriptor) : descriptor_(descriptor) {}
  OwnedDescriptor(const OwnedDescriptor&) = delete;
  OwnedDescriptor& operator=(const OwnedDescriptor&) = delete;
  ~OwnedDescriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

bool is_ours_alone(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * kNanoseconds + time.tv_nsec;
}

CacheFileVersion version_of(const struct stat& status) {
  return {status.st_ino, nanoseconds(status.st_mtim), static_cast<std::uint64_t>(status.st_size)};
}

// A second name of the file would be one that somebody else may have given it.
bool is_cache_file(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_nlink == 1 && is_ours_alone(status);
}

bool write_whole(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool read_whole(int descriptor, std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool is_name_of_pack(std::string_view name) {
  constexpr std::size_t kDigits = 32;
  return name.size() > kDigits && name.find_first_not_of("0123456789abcdef") == kDigits;
}

bool is_left_behind(const CacheFileInfo& file, std::int64_t now) {
  return file.name.starts_with(kTemporary) && file.version.mtime_ns / kNanoseconds + kHour < now;
}

}  // namespace

std::optional<CacheFolder> CacheFolder::open(const fs::path& path, bool make) {
  if (make && !make_private_folder(path)) return std::nullopt;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  CacheFolder folder(descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !is_ours_alone(status)) return std::nullopt;
  return folder;
}

bool is_cache_file_name(std::string_view name) {
  const bool of_pack =
      is_name_of_pack(name) && (name.ends_with(kPackEnding) || name.ends_with(kLockEnding));
  return of_pack || name == kKeyFile || name.starts_with(kTemporary);
}

CacheFolder::CacheFolder(CacheFolder&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

CacheFolder::~CacheFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<CacheFile> CacheFolder::read(const std::string& name,
                                           std::uint64_t most_bytes) const {
  constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const OwnedDescriptor file(::openat(descriptor_, name.c_str(), kFlags));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (!is_cache_file(status) || size > most_bytes) return std::nullopt;
  CacheFile whole{std::string(size, '\0'), version_of(status)};
  return read_whole(file.get(), whole.bytes) ? std::optional(std::move(whole)) : std::nullopt;
}

std::optional<CacheFileVersion> CacheFolder::version(const std::string& name) const {
  struct stat status {};
  if (::fstatat(descriptor_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return version_of(status);
}

// The name of a new file with these bytes; empty when there is none.
std::string CacheFolder::write_temporary(std::string_view bytes) const {
  static std::atomic<unsigned> number = 0;
  const std::string name = fmt::format("{}{}-{}", kTemporary, ::getpid(), ++number);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const int descriptor = ::openat(descriptor_, name.c_str(), kFlags, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return {};
  const bool written = write_whole(descriptor, bytes);
  if (::close(descriptor) == 0 && written) return name;
  remove(name);
  return {};
}

bool CacheFolder::replace(const std::string& name, std::string_view bytes) const {
  const std::string made = write_temporary(bytes);
  if (made.empty()) return false;
  if (::renameat(descriptor_, made.c_str(), descriptor_, name.c_str()) == 0) return true;
  remove(made);
  return false;
}

bool CacheFolder::create(const std::string& name, std::string_view bytes) const {
  const std::string made = write_temporary(bytes);
  if (made.empty()) return false;
  const bool linked = ::linkat(descriptor_, made.c_str(), descriptor_, name.c_str(), 0) == 0;
  remove(made);
  return linked;
}

void CacheFolder::touch(const std::string& name) const {
  ::utimensat(descriptor_, name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

bool CacheFolder::remove(const std::string& name) const {
  return ::unlinkat(descriptor_, name.c_str(), 0) == 0;
}

std::vector<CacheFileInfo> CacheFolder::list() const {
  std::vector<CacheFileInfo> files;
  const int copy = ::openat(descriptor_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(copy < 0 ? nullptr : ::fdopendir(copy),
                                                   &::closedir);
  if (!folder) return files;
  while (const dirent* entry = ::readdir(folder.get())) {
    struct stat status {};
    const bool known = ::fstatat(descriptor_, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (known && S_ISREG(status.st_mode)) files.push_back({entry->d_name, version_of(status)});
  }
  return files;
}

void CacheFolder::tidy(std::uint64_t most_bytes) const {
  std::vector<CacheFileInfo> files = list();
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  std::ranges::sort(files, std::greater(),
                    [](const CacheFileInfo& file) { return file.version.mtime_ns; });
  std::uint64_t bytes = 0;
  for (const CacheFileInfo& file : files) {
    const bool counts = is_cache_file_name(file.name) && file.name.ends_with(kPackEnding);
    if (counts) bytes += file.version.size;
    if ((counts && bytes > most_bytes) || is_left_behind(file, now)) remove(file.name);
  }
}

CacheFolder::Lock::Lock(Lock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

CacheFolder::Lock::~Lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<CacheFolder::Lock> CacheFolder::lock(const std::string& name) const {
  constexpr int kFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const int descriptor = ::openat(descriptor_, name.c_str(), kFlags, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return std::nullopt;
  Lock lock(descriptor);
  for (int trial = 0; trial < kLockTrials; ++trial) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return lock;
    if (errno != EWOULDBLOCK && errno != EINTR) return std::nullopt;
    std::this_thread::sleep_for(kLockPause);
  }
  return std::nullopt;
}

}  // namespace mlfix
