#include "bot/source_files.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <system_error>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// A call of git costs more than a few files.
constexpr std::size_t kAtATime = 256;

}  // namespace

Result<void> write_source_file(const fs::path& path, const std::string& bytes) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), std::ssize(bytes));
  file.close();
  if (file) return {};
  return tl::unexpected(Error{ErrorKind::Unwritable, path.string(), 0,
                              "a working copy can't be written",
                              "set TMPDIR to a folder with enough room"});
}

Result<void> write_source_files(const Git& git, const std::vector<TreeEntry>& entries,
                                const fs::path& folder) {
  for (std::span<const TreeEntry> rest = entries; !rest.empty();) {
    const auto now = rest.first(std::min(rest.size(), kAtATime));
    rest = rest.subspan(now.size());
    std::vector<std::string> blobs;
    for (const TreeEntry& entry : now) blobs.push_back(entry.blob);
    const auto contents = git.contents(blobs);
    if (!contents) return tl::unexpected(contents.error());
    for (std::size_t i = 0; i < now.size(); ++i) {
      auto done = write_source_file(folder / now[i].path, (*contents)[i]);
      if (!done) return done;
    }
  }
  return {};
}

}  // namespace mlfix
