// Other programs: run to their end, without a shell, with what they print
// captured.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "text/error.h"

namespace mlfix {

struct Command {
  std::vector<std::string> words;  // the program, looked up in PATH, and its arguments
  std::filesystem::path folder;    // where it runs; empty: in our current folder
  std::string input;               // its standard input
  // Variables it gets besides ours; nothing as value takes ours away.
  std::map<std::string, std::optional<std::string>> environment;
};

struct ProcessOutput {
  int status = 0;   // as a shell shows it: 128 + n after signal n
  std::string out;  // all of standard output
  std::string err;  // all of standard error
};

// Runs `command` and waits for it. The program starts with default signal
// handling, whatever mlfix blocks or ignores itself. Whether it did well is for
// the caller to judge from the status. Thread-safe. Errors: Unreadable, when the
// program does not exist, or can't be started.
Result<ProcessOutput> run_process(const Command& command);

}  // namespace mlfix
