// The part of the command line that divides a run among processes, and lets one go on
// with what another began.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "fleet/shard.h"
#include "text/error.h"

namespace CLI {
class App;
}

namespace mlfix {

struct PartOptions {
  std::optional<Shard> shard;                       // nothing: the whole
  std::optional<std::filesystem::path> run_folder;  // where what is finished is written down
  bool resume = false;

  bool wanted() const { return shard || run_folder; }
};

// What the parser fills.
struct PartWords {
  std::string shard;
  std::string run_folder;
  bool resume = false;

  bool is_given() const { return resume || !shard.empty() || !run_folder.empty(); }
};

// Adds the options to `app`; the values go to `words`, which must outlive it.
void add_part_options(CLI::App& app, PartWords& words);

// What else the command line says that these options have to agree with.
struct PartSurroundings {
  bool writes = false;  // files, or the baseline
  bool from_stdin = false;
};

// Asks the environment for `--shard auto`. Errors: Usage.
Result<PartOptions> understand_part(const PartWords& words, const PartSurroundings& around);

}  // namespace mlfix
