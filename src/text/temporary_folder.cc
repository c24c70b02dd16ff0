// A program may leave folders in it that it took our right to write from; they
// are given it back before the second attempt.

#include "text/temporary_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "text/file_system.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make(std::string_view purpose) {
  std::error_code error;
  const fs::path parent = fs::canonical(fs::temp_directory_path(error), error);
  std::string pattern = (parent / fmt::format("mlfix-{}-XXXXXX", purpose)).string();
  if (!error && ::mkdtemp(pattern.data()) != nullptr) return TemporaryFolder(pattern);
  return tl::unexpected(
      Error{ErrorKind::Unwritable, parent.string(), 0,
            "no temporary folder can be made: " + (error ? error.message() : describe_errno(errno)),
            "set TMPDIR to a folder that you may write"});
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code error;
  fs::remove_all(path_, error);
  if (!error) return;
  make_writable(path_);
  fs::remove_all(path_, error);
}

}  // namespace mlfix
