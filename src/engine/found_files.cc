// Where a path leads is found out first, and judged; then exactly that is opened, part by
// part, with no link on the way. A swap in between makes the opening fail.

#include "engine/found_files.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "text/link_free_files.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

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
  return link_free_files().open(*real, flags, mode);
}

}  // namespace mlfix
