// Where a path leads is found out first, and judged; then exactly that is opened, part by
// part, with no link on the way. A swap in between makes the opening fail.

#include "engine/found_files.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "process/spawn.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// `real` is absolute, and was free of links.
IoResult<int> open_without_links(const fs::path& real, int flags, unsigned mode) {
  constexpr int kStep = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Descriptor at(::open("/", kStep));
  for (const fs::path& part : real.parent_path().relative_path()) {
    if (!at.is_open()) break;
    at.reset(::openat(at.get(), part.c_str(), kStep));
  }
  // What is no folder, and a link is none here.
  if (!at.is_open()) return tl::unexpected(errno == ENOTDIR ? ELOOP : errno);
  const int file =
      ::openat(at.get(), real.filename().c_str(), flags | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file < 0) return tl::unexpected(errno);
  return file;
}

}  // namespace

FoundFiles::FoundFiles(const std::vector<fs::path>& given) {
  for (const fs::path& path : given) {
    std::error_code error;
    fs::path real = fs::canonical(path.empty() ? "." : path, error);
    if (!error && fs::is_directory(real, error)) {
      folders_.push_back(std::move(real));
    } else {
      named_.insert(path.lexically_normal());
    }
  }
}

bool FoundFiles::is_inside(const fs::path& real) const {
  return std::ranges::any_of(folders_, [&](const fs::path& folder) {
    const fs::path below = real.lexically_relative(folder);
    return is_below(real, folder) &&
           std::none_of(below.begin(), below.end(),
                        [](const fs::path& p) { return is_git_folder(p.native()); });
  });
}

IoResult<int> FoundFiles::open(const fs::path& path, int flags, unsigned mode) {
  if (named_.contains(path)) return FileSystem::open(path, flags, mode);
  const auto real = real_path(path);
  if (!real) return tl::unexpected(real.error());
  if (!is_inside(*real)) return tl::unexpected(ELOOP);
  return open_without_links(*real, flags, mode);
}

}  // namespace mlfix
