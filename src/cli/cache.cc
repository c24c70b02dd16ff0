#include "cli/cache.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/exit_status.h"
#include "cli/refusal.h"
#include "fleet/cache_folder.h"
#include "fleet/result_cache.h"
#include "report/labels.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

std::string size_text(std::uint64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1u << 20));
}

}  // namespace

int show_cache(Session& session) {
  const auto path = cache_folder(session.options.cache);
  if (!path) {
    session.out.write("nothing is kept: there is no cache folder\n");
    return kExitClean;
  }
  const std::string shown = visible_path(path->string());
  const auto folder = CacheFolder::open(*path, false);
  if (!folder) {
    std::error_code unknown;
    const bool is_there = std::filesystem::exists(std::filesystem::symlink_status(*path, unknown));
    session.out.write(is_there ? shown + ": not used, as it is not the user's own alone\n"
                               : shown + ": nothing is kept there\n");
    return kExitClean;
  }
  std::vector<CacheFileInfo> files = folder->list();
  std::erase_if(files, [](const CacheFileInfo& file) { return !is_cache_file_name(file.name); });
  if (session.options.cache.clear) {
    for (const CacheFileInfo& file : files) folder->remove(file.name);
  }
  std::uint64_t bytes = 0;
  for (const CacheFileInfo& file : files) bytes += file.version.size;
  const auto projects = std::ranges::count_if(
      files, [](const CacheFileInfo& file) { return file.name.ends_with(kPackEnding); });
  session.out.write(fmt::format("{}: {}, {}{}\n", shown,
                                counted(static_cast<std::size_t>(projects), "project"),
                                size_text(bytes), session.options.cache.clear ? ", removed" : ""));
  return kExitClean;
}

}  // namespace mlfix
