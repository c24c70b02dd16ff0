// The part of the command line that tells old findings from new ones, and silences
// them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "adoption/silence.h"
#include "text/error.h"

namespace CLI {
class App;
}

namespace mlfix {

struct AdoptionOptions {
  std::optional<std::filesystem::path> baseline;
  bool no_baseline = false;
  bool write_baseline = false;
  std::string diff_base;  // a revision; empty: all lines count
  bool staged = false;
  bool add_ignore = false;
  SilenceText silence;
  bool remove_unused_ignores = false;
};

// Adds the options to `app`, or those of the baseline alone; the values go to `options`, which
// must outlive it.
void add_baseline_options(CLI::App& app, AdoptionOptions& options);
void add_adoption_options(CLI::App& app, AdoptionOptions& options);

// What else the command line says that these options have to agree with.
struct AdoptionSurroundings {
  bool diff = false;
  bool write = false;
  bool from_stdin = false;
};

// What is wrong with the options together. Errors: Usage.
std::optional<Error> check_adoption_options(const AdoptionOptions& options,
                                            const AdoptionSurroundings& around);

}  // namespace mlfix
