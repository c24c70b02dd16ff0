// Where a path leads is found out first, and judged; then exactly that is opened, part by
// part, with no link on the way. A swap in between makes the opening fail.

#include "engine/found_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// A folder that is only passed through.
class OpenFolder {
 public:
  explicit OpenFolder(int descriptor) : descriptor_(descriptor) {}
  OpenFolder(OpenFolder&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFolder& operator=(OpenFolder&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OpenFolder() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// `real` is absolute, and was free of links.
IoResult<int> open_without_links(const fs::path& real, int flags, unsigned mode) {
  constexpr int kStep = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  OpenFolder at(::open("/", kStep));
  for (const fs::path& part : real.parent_path().relative_path()) {
    if (at.descriptor() < 0) break;
    at = OpenFolder(::openat(at.descriptor(), part.c_str(), kStep));
  }
  // What is no folder, and a link is none here.
  if (at.descriptor() < 0) return tl::unexpected(errno == ENOTDIR ? ELOOP : errno);
  const int file =
      ::openat(at.descriptor(), real.filename().c_str(), flags | O_NOFOLLOW | O_CLOEXEC, mode);
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
    return !below.empty() && *below.begin() != ".." &&
           std::find(below.begin(), below.end(), ".git") == below.end();
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
