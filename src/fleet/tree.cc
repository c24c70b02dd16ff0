// Bytes and not times of change: two checkouts of one commit are the same tree.

#include "fleet/tree.h"

#include <fmt/format.h>

#include "engine/fingerprint.h"
#include "text/digest.h"
#include "text/regular_file.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Nothing reads a file that is larger, or that can't be read now: what it holds does
// not matter.
std::uint64_t content_hash(const fs::path& path) {
  const auto file = read_regular_file(system_files(), path, {kMaxFileSize, {}, {}});
  return file ? hash_text(file->bytes) : 0;
}

}  // namespace

std::vector<ShardItem> shard_items(const std::vector<fs::path>& files, const fs::path& root) {
  std::vector<ShardItem> items;
  items.reserve(files.size());
  for (const fs::path& file : files) {
    items.push_back({fingerprint_path(file, root), size_on_disk(file)});
  }
  return items;
}

std::string tree_digest(const std::vector<fs::path>& files, const std::vector<ShardItem>& items) {
  std::string all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    all += fmt::format("{}\n{}\n{:016x}\n", items[i].name, items[i].weight, content_hash(files[i]));
  }
  return digest(all);
}

}  // namespace mlfix
