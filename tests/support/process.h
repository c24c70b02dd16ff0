// Runs the built program as a user would.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mlfix::testing {

struct ProcessResult {
  int status = -1;  // as a shell shows it: 128 + n after signal n
  std::string out;
  std::string err;
};

struct ProcessOptions {
  std::filesystem::path folder;  // the current folder of the process
  std::string input;             // its standard input
  std::filesystem::path out;     // where standard output goes, instead of into `out`
  bool closed_pipe = false;      // standard output is a pipe that nobody reads
  int pending_signal = 0;        // already sent, and blocked, when the process starts
  std::map<std::string, std::string> environment;  // added to ours
};

// Runs `command` (looked up in PATH) to its end.
ProcessResult run_command(const std::vector<std::string>& command, const ProcessOptions& options);

// Runs the mlfix of this build.
ProcessResult run_mlfix(std::vector<std::string> arguments, const ProcessOptions& options);

// mlfix while it runs: standard output is captured at the end, standard error is
// a pipe that the test reads line by line. As long as the test does not read,
// the process stops as soon as the pipe is full.
class RunningMlfix {
 public:
  RunningMlfix(std::vector<std::string> arguments, const ProcessOptions& options);
  ~RunningMlfix();
  RunningMlfix(const RunningMlfix&) = delete;
  RunningMlfix& operator=(const RunningMlfix&) = delete;

  // Reads standard error up to and including a line with `text`; false when it
  // ends before.
  bool wait_for(const std::string& text);
  void send(int signal) const;
  // Reads the rest and waits for the end; `err` is all of standard error.
  ProcessResult finish();

 private:
  bool read_more();

  std::filesystem::path out_;
  pid_t pid_ = -1;
  int err_ = -1;
  std::string seen_;
};

}  // namespace mlfix::testing
