// Other programs: run to their end, without a shell, with what they print
// captured.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "text/error.h"

namespace mlfix {

// What a program may take before it is ended. By default all that it wants.
struct Bounds {
  std::optional<std::chrono::seconds> time = std::nullopt;       // by the clock
  std::optional<std::chrono::seconds> processor = std::nullopt;  // holds even when we are gone
  std::size_t output = std::numeric_limits<std::size_t>::max();  // bytes of each stream
  // Bytes of its own, without the files that it maps. Beyond them it gets no more, and says so.
  std::optional<std::size_t> memory = std::nullopt;
  // How long it may wait at a pipe, a terminal or another device that has a name.
  std::optional<std::chrono::milliseconds> at_endless_file = std::nullopt;
  // Bytes of each file that it, or what it starts, writes. A signal ends who wants more.
  std::optional<std::size_t> file = std::nullopt;
};

struct Command {
  std::vector<std::string> words;  // the program, looked up in PATH, and its arguments
  std::filesystem::path folder;    // where it runs; empty: in our current folder
  std::string input;               // its standard input
  // Variables it gets besides ours; nothing as value takes ours away.
  std::map<std::string, std::optional<std::string>> environment;
  Bounds bounds = {};
};

struct ProcessOutput {
  int status = 0;   // as a shell shows it: 128 + n after signal n
  std::string out;  // all of standard output
  std::string err;  // all of standard error
};

// Runs `command` and waits for it. The program starts with default signal
// handling, whatever mlfix blocks or ignores itself. Whether it did well is for
// the caller to judge from the status.
//
// A SIGINT, SIGTERM or SIGHUP that comes meanwhile ends the program, and then does
// with us what it would have done: whoever ends mlfix leaves no program behind. A
// signal that waits already (somebody cleans up) changes nothing.
//
// Thread-safe. Errors: Unreadable, when the program does not exist, can't be started,
// or was ended because it exceeded its bounds.
Result<ProcessOutput> run_process(const Command& command);

// Does this error of run_process say that the program exceeded its bounds?
bool exceeded_bounds(const Error& error);

}  // namespace mlfix
