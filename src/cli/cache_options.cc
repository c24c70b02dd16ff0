#include "cli/cache_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

std::string_view in_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

fs::path user_cache() {
  const std::string_view named = in_environment("XDG_CACHE_HOME");
  if (named.starts_with('/')) return fs::path(named) / "mlfix";
  const std::string_view home = in_environment("HOME");
  return home.starts_with('/') ? fs::path(home) / ".cache/mlfix" : fs::path();
}

}  // namespace

void add_cache_options(CLI::App& app, CacheOptions& options, bool may_be_off) {
  if (may_be_off) {
    app.add_flag("--no-cache", options.off, "Take nothing from earlier runs, and keep nothing")
        ->group("Input");
  }
  app.add_option("--cache-dir", options.folder,
                 "Keep results there (default: mlfix in the\nuser's cache folder)")
      ->type_name("DIR")
      ->group("Input");
}

std::optional<fs::path> cache_folder(const CacheOptions& options) {
  if (options.off) return std::nullopt;
  if (!options.folder.empty()) return whole_path(options.folder);
  if (!in_environment("MLFIX_NO_CACHE").empty()) return std::nullopt;
  const std::string_view named = in_environment("MLFIX_CACHE_DIR");
  if (!named.empty()) return whole_path(named);
  const fs::path folder = user_cache();
  return folder.empty() ? std::nullopt : std::optional(folder);
}

bool lies_in_any(const fs::path& folder, const std::vector<fs::path>& others) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(folder, error);
  if (error) return true;
  return std::ranges::any_of(others, [&](const fs::path& other) {
    return is_below(real, fs::weakly_canonical(other, error)) || is_below(folder, other);
  });
}

}  // namespace mlfix
