// What a path names is only known once it is open, so the checks are made on the
// open descriptor, and again when all is read.

#include "text/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <optional>
#include <utility>

namespace mlfix {
namespace {

using std::filesystem::path;

Error unreadable(std::string message, std::string_view remedy = {}) {
  return {ErrorKind::Unreadable, {}, 0, std::move(message), std::string(remedy)};
}

Error cannot_read(int error) {
  const char* remedy = error == ENOENT   ? "check the spelling of the path"
                       : error == EACCES ? "check its permissions"
                       : error == ELOOP  ? "a link leads elsewhere, or took its place just now"
                                         : "";
  return unreadable(fmt::format("can't be read: {}", describe_errno(error)), remedy);
}

std::string size_text(std::uint64_t bytes) {
  constexpr unsigned kMebi = 20;
  return bytes >> kMebi == 0 ? fmt::format("{} bytes", bytes)
                             : fmt::format("{} MiB", bytes >> kMebi);
}

std::optional<Error> check_status(const FileStatus& status, const FileWish& wish) {
  if (status.is_directory()) return unreadable("is a directory, not a file", wish.no_file_remedy);
  if (!status.is_regular()) return unreadable("is not a regular file", wish.no_file_remedy);
  if (status.size <= wish.most_bytes) return std::nullopt;
  return Error{ErrorKind::Refused,
               {},
               0,
               fmt::format("larger than {}", size_text(wish.most_bytes)),
               std::string(wish.too_large_remedy)};
}

// A file that changes under our hands would be taken half old and half new.
Result<FileBytes> read_stable(FileHandle& handle, FileSystem& files, const FileWish& wish) {
  const auto before = files.status(handle.descriptor());
  if (!before) return tl::unexpected(cannot_read(before.error()));
  if (auto error = check_status(*before, wish)) return tl::unexpected(std::move(*error));
  auto bytes = handle.read_all(wish.most_bytes);
  if (!bytes) return tl::unexpected(cannot_read(bytes.error()));
  const auto after = files.status(handle.descriptor());
  if (!after) return tl::unexpected(cannot_read(after.error()));
  if (*after != *before || after->size != bytes->size()) {
    return tl::unexpected(unreadable("changed while it was read", "run mlfix again"));
  }
  return FileBytes{std::move(*bytes), *after};
}

}  // namespace

Result<FileBytes> read_regular_file(FileSystem& files, const path& path, const FileWish& wish) {
  const auto with_path = [&path](Error error) {
    error.path = path.string();
    return tl::unexpected(std::move(error));
  };
  // Without O_NONBLOCK the open of a named pipe would wait for a writer.
  auto handle = FileHandle::open(files, path, O_RDONLY | O_NOCTTY | O_NONBLOCK);
  if (!handle) return with_path(cannot_read(handle.error()));
  auto result = read_stable(*handle, files, wish);
  if (!result) return with_path(std::move(result.error()));
  return result;
}

}  // namespace mlfix
