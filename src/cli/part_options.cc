// A part of a run writes no file: other parts are still reading it.

#include "cli/part_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "cli/refusal.h"

namespace mlfix {
namespace {

constexpr const char* kPartGroup = "Parts of a run";

std::optional<std::string> process_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Result<std::optional<Shard>> shard_of(const std::string& word) {
  if (word.empty()) return std::nullopt;
  if (word == "auto") return shard_of_environment(process_variable);
  if (const auto shard = parse_shard(word)) return shard;
  return tl::unexpected(
      misuse(fmt::format("--shard must be auto, or a part as in 3/8, not \"{}\"", word)));
}

}  // namespace

void add_part_options(CLI::App& app, PartWords& words) {
  app.add_option("--shard", words.shard,
                 "Analyse only this part of the files: 3/8, or\nauto, which asks Slurm, Kubernetes "
                 "or GitLab")
      ->type_name("I/N")
      ->group(kPartGroup);
  app.add_option("--run-folder", words.run_folder,
                 "Write down there what is finished, for\n--resume and `mlfix merge`")
      ->type_name("DIR")
      ->group(kPartGroup);
  app.add_flag("--resume", words.resume, "Go on with what an ended run wrote down there")
      ->group(kPartGroup);
}

Result<PartOptions> understand_part(const PartWords& words, const PartSurroundings& around) {
  PartOptions options;
  const auto shard = shard_of(words.shard);
  if (!shard) return tl::unexpected(shard.error());
  options.shard = *shard;
  if (!words.run_folder.empty()) options.run_folder = words.run_folder;
  options.resume = words.resume;
  if (options.resume && !options.run_folder)
    return tl::unexpected(misuse("--resume needs --run-folder"));
  if (!options.wanted()) return options;
  if (around.from_stdin) return tl::unexpected(misuse("standard input has no parts", "name files"));
  if (around.writes) {
    return tl::unexpected(
        misuse("with --shard and --run-folder nothing is written to files and baselines",
               "use --diff, and apply the patch of `mlfix merge`; it writes baselines, too"));
  }
  return options;
}

}  // namespace mlfix
