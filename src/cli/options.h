// The command line, parsed and checked. Only the .cc files of the options know
// the parser library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/adoption_options.h"
#include "cli/cache_options.h"
#include "cli/color_choice.h"
#include "cli/fleet_options.h"
#include "cli/measure_options.h"
#include "cli/part_options.h"
#include "cli/report_options.h"
#include "config/settings.h"
#include "report/action.h"

namespace mlfix {

enum class Subcommand : std::uint8_t {
  Check,
  Rules,
  Explain,
  Measure,
  Bot,
  Merge,
  Fleet,
  Init,
  Schema,
  Lsp,
  TestRules,
  Learn,
  Cache,
  Demo,
};

enum class BotVerb : std::uint8_t { Plan, Run, State };

// How a run goes on.
enum class Mode : std::uint8_t {
  Once,         // to its end, by itself
  Interactive,  // fix by fix, as the user decides
  Watch,        // until it is ended, again with every change of the files
};

struct BotOptions {
  BotVerb verb = BotVerb::Plan;
  std::optional<std::filesystem::path> state;  // what the forge knows, in a file
  bool dry_run = false;
  unsigned max_wait = 120;  // seconds that a request waits for a busy forge
};

struct Options {
  Subcommand command = Subcommand::Check;
  std::vector<std::filesystem::path> paths;  // never empty for Check unless `from_stdin`; of
                                             // Merge, records; of Fleet, lists
  bool from_stdin = false;                   // the path `-`
  std::filesystem::path stdin_name;          // what the text of standard input is called
  Action action = Action::Report;
  Mode mode = Mode::Once;
  bool ask_again = false;  // with Mode::Interactive: about what was declined, too
  bool unsafe = false;
  RuleArguments rules;
  AdoptionOptions adoption;
  PartOptions part;
  CacheOptions cache;
  unsigned jobs = 0;  // 0: as many as there are cores
  std::optional<std::filesystem::path> config;
  bool no_config = false;
  std::string profile;  // what the configuration starts from; empty: nothing
  bool quiet = false;
  bool verbose = false;
  bool show_abstained = false;
  Format format = Format::Text;          // of the main report
  bool annotations = false;              // the main report is followed by GitHub annotations
  std::vector<ReportFile> report_files;  // no two of one file
  bool statistics = false;               // counts by rule in place of the findings
  bool show_files = false;               // list the files and stop
  bool show_settings = false;            // print the settings and stop
  bool exit_zero = false;                // findings are no failure
  ColorChoice color = ColorChoice::Auto;
  std::string explained;   // the rule of `mlfix explain`, with or without --demo
  std::string python;      // that the rule's program runs under; empty: python3
  MeasureOptions measure;  // of `mlfix measure`
  BotOptions bot;
  FleetOptions fleet;
};

// The answer to a command line that asks for no run: --help, --version, or a
// mistake in it.
struct DirectAnswer {
  int status = 0;
  std::string out;    // for standard output
  std::string error;  // for standard error
};

// May the run replace files?
inline bool writes_in_place(const Options& options) {
  return options.action == Action::Write || options.mode == Mode::Interactive;
}

std::variant<Options, DirectAnswer> parse_options(int argc, const char* const* argv);

}  // namespace mlfix
