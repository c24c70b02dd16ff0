#include "cli/fleet_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "cli/refusal.h"

namespace mlfix {
namespace {

constexpr const char* kFleetGroup = "Fleet";
constexpr unsigned kLongestTimeout = 86'400;  // seconds

}  // namespace

void add_fleet_options(CLI::App& app, FleetWords& words, PartWords& part) {
  app.add_option("--run-folder", part.run_folder,
                 "Where the records go, a folder for each repository")
      ->type_name("DIR")
      ->group(kFleetGroup);
  app.add_flag("--resume", part.resume, "Leave out what is finished there")->group(kFleetGroup);
  app.add_option(
         "--shard", part.shard,
         "Only this part of the list: 3/8, or auto,\nwhich asks Slurm, Kubernetes or GitLab")
      ->type_name("I/N")
      ->group(kFleetGroup);
  app.add_option(
         "--timeout", words.timeout,
         "How long fetching a repository, and how\nlong its analysis may take (default: 600)")
      ->type_name("SECONDS")
      ->group(kFleetGroup);
  app.add_flag("--allow-paths", words.allow_paths,
               "Also take addresses that are folders of this\nmachine")
      ->group(kFleetGroup);
}

Result<FleetOptions> understand_fleet(const FleetWords& words, const FleetSurroundings& around) {
  FleetOptions options;
  options.allow_paths = words.allow_paths;
  if (around.lists != 1) {
    return tl::unexpected(misuse("fleet plan needs one list of repositories",
                                 "as in `mlfix fleet plan --run-folder RUN repositories.txt`"));
  }
  if (!around.has_run_folder) {
    return tl::unexpected(misuse("fleet plan needs --run-folder", "name a folder for the records"));
  }
  if (words.timeout.empty()) return options;
  unsigned seconds = 0;
  const char* const begin = words.timeout.data();
  const char* const end = begin + words.timeout.size();
  const auto read = std::from_chars(begin, end, seconds);
  if (read.ec == std::errc() && read.ptr == end && seconds >= 1 && seconds <= kLongestTimeout) {
    options.timeout = std::chrono::seconds(seconds);
    return options;
  }
  return tl::unexpected(misuse(fmt::format("--timeout must be a number from 1 to {}, not \"{}\"",
                                           kLongestTimeout, words.timeout)));
}

}  // namespace mlfix
