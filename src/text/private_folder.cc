#include "text/private_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace mlfix {

namespace fs = std::filesystem;

IoResult<void> make_private_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return {};
  if (!folder.has_relative_path()) return tl::unexpected(ENOENT);
  if (const auto above = make_private_folder(folder.parent_path()); !above) return above;
  struct stat parent {};
  if (stat(folder.parent_path().c_str(), &parent) != 0) return tl::unexpected(errno);
  if (parent.st_uid != geteuid()) return tl::unexpected(EACCES);
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return tl::unexpected(errno);
  return {};
}

}  // namespace mlfix
