// The part of the command line that says where results are kept, and the folder that follows
// from it and from the environment.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mlfix {

struct CacheOptions {
  bool off = false;
  std::string folder;  // empty: not given
  bool clear = false;  // with `mlfix cache`
};

// Adds --cache-dir, and --no-cache where `may_be_off` is set.
void add_cache_options(CLI::App& app, CacheOptions& options, bool may_be_off);

// Where the cache lies: --cache-dir, else $MLFIX_CACHE_DIR, else in the user's cache folder
// ($XDG_CACHE_HOME, ~/.cache). Nothing where none is wanted (--no-cache; $MLFIX_NO_CACHE, unless
// a folder is given) and where the user has no such folder.
std::optional<std::filesystem::path> cache_folder(const CacheOptions& options);

// Does the folder lie in one of the others, as links lead? Whoever wrote what is in these could
// have filled it.
bool lies_in_any(const std::filesystem::path& folder,
                 const std::vector<std::filesystem::path>& others);

}  // namespace mlfix
