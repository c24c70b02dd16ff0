// mkdtemp makes the folder in one step, under a name that nobody else has.

#include "bot/work_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "text/file_system.h"

namespace mlfix {

namespace fs = std::filesystem;

Result<WorkFolder> WorkFolder::make() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string pattern = (parent / "mlfix-bot-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) {
    return tl::unexpected(Error{ErrorKind::Unwritable, pattern, 0,
                                "no folder can be made there: " + describe_errno(errno),
                                "set TMPDIR to a folder that can be written"});
  }
  return WorkFolder(fs::canonical(pattern, error));
}

WorkFolder::WorkFolder(WorkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace mlfix
