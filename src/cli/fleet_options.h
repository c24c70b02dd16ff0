// The options of `mlfix fleet` that no other command has.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "cli/part_options.h"
#include "text/error.h"

namespace CLI {
class App;
}

namespace mlfix {

struct FleetOptions {
  bool allow_paths = false;           // addresses may be folders of this machine
  std::chrono::seconds timeout{600};  // for fetching a repository, and for its analysis
};

// What the parser fills.
struct FleetWords {
  bool allow_paths = false;
  std::string timeout;
};

// Adds the options to `app`, those of parts too; the values go to the words, which must outlive
// it.
void add_fleet_options(CLI::App& app, FleetWords& words, PartWords& part);

// What else the command line says that these options have to agree with.
struct FleetSurroundings {
  std::size_t lists = 0;
  bool has_run_folder = false;
};

// Errors: Usage.
Result<FleetOptions> understand_fleet(const FleetWords& words, const FleetSurroundings& around);

}  // namespace mlfix
