// A program may leave folders in it that it took our right to write from; they
// are given it back before the second attempt.
//
// Whether its maker lives is told by a lock on a file in it: the kernel lets go of
// that however the maker ends, and no number of a process is ever taken for another.

#include "text/temporary_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "text/file_system.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLockName = ".mlfix-lock";
constexpr unsigned kOwnerOnly = 0600;
constexpr int kAttempts = 3;

void make_writable(const fs::path& folder) {
  std::error_code error;
  constexpr auto kIgnore = fs::directory_options::skip_permission_denied;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  for (fs::directory_iterator at(folder, kIgnore, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) make_writable(at->path());
  }
}

Result<fs::path> parent_folder() {
  std::error_code error;
  fs::path parent = fs::canonical(fs::temp_directory_path(error), error);
  if (!error) return parent;
  return tl::unexpected(Error{ErrorKind::Unwritable, parent.string(), 0,
                              "no temporary folder can be made: " + error.message(),
                              "set TMPDIR to a folder that you may write"});
}

std::string prefix_of(std::string_view purpose) {
  return fmt::format("mlfix-{}-", purpose);
}

// The descriptor of the lock, or why there is none.
IoResult<int> lock(const fs::path& folder, int flags) {
  const auto file =
      system_files().open(folder / kLockName, flags | O_RDWR | O_NOFOLLOW, kOwnerOnly);
  if (!file || ::flock(*file, LOCK_EX | LOCK_NB) == 0) return file;
  const int error = errno;
  ::close(*file);
  return tl::unexpected(error);
}

// A folder, made by us and open to us alone, as no other user could have made it.
bool is_ours(const fs::path& folder) {
  constexpr std::uint32_t kOthers = S_IRWXG | S_IRWXO;
  const auto status = system_files().status(folder);
  return status && status->is_directory() && status->owner == ::geteuid() &&
         (status->mode & kOthers) == 0;
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make(std::string_view purpose) {
  const auto parent = parent_folder();
  if (!parent) return tl::unexpected(parent.error());
  int error = 0;
  // Another run may take a folder for abandoned before it is locked.
  for (int i = 0; i < kAttempts; ++i) {
    std::string pattern = (*parent / (prefix_of(purpose) + "XXXXXX")).string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      error = errno;
      break;
    }
    if (const auto held = lock(pattern, O_CREAT | O_EXCL)) return TemporaryFolder(pattern, *held);
    error = errno;
    ::rmdir(pattern.c_str());
  }
  return tl::unexpected(Error{ErrorKind::Unwritable, parent->string(), 0,
                              "no temporary folder can be made: " + describe_errno(error),
                              "set TMPDIR to a folder that you may write"});
}

std::vector<TemporaryFolder> TemporaryFolder::abandoned(std::string_view purpose) {
  std::vector<TemporaryFolder> found;
  const auto parent = parent_folder();
  if (!parent) return found;
  const auto names = system_files().list(*parent);
  for (const std::string& name : names.value_or(std::vector<std::string>())) {
    const fs::path folder = *parent / name;
    if (!name.starts_with(prefix_of(purpose)) || !is_ours(folder)) continue;
    if (const auto held = lock(folder, 0)) found.push_back(TemporaryFolder(folder, *held));
  }
  return found;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code error;
  fs::remove_all(path_, error);
  if (error) {
    make_writable(path_);
    fs::remove_all(path_, error);
  }
  ::close(lock_);
}

}  // namespace mlfix
