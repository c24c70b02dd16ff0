// O_EXCL makes the check and the creation one step.

#include "text/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

#include "text/file_system.h"

namespace mlfix {
namespace {

constexpr unsigned kMode = 0666;  // less what the umask takes

Error unwritable(const std::filesystem::path& path, int error) {
  if (error == EEXIST) {
    return {ErrorKind::Unwritable, path.string(), 0, "exists already", "it is left as it is"};
  }
  return {ErrorKind::Unwritable,
          path.string(),
          0,
          fmt::format("can't be written: {}", describe_errno(error)),
          {}};
}

}  // namespace

Result<void> create_file(const std::filesystem::path& path, std::string_view text) {
  FileSystem& files = system_files();
  auto file = FileHandle::open(files, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  if (!file) return tl::unexpected(unwritable(path, file.error()));
  auto written = file->write_all(text);
  if (written) written = file->close();
  if (written) return {};
  (void)files.remove(path);
  return tl::unexpected(unwritable(path, written.error()));
}

}  // namespace mlfix
