// Runs other programs: posix_spawn behind values, and never a shell, so nothing
// needs quoting. Thread-safe.
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "text/file_system.h"

namespace mlfix {

// Both ends of a pipe, closed at the end of the scope and in no child.
class Pipe {
 public:
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool is_open() const { return ends_[0] >= 0; }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_write_end();
  // Blocks until every writer has closed its end.
  std::string read_all() const;

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

// "NAME=value" of every variable.
using Environment = std::vector<std::string>;

Environment current_environment();

// Ours without GIT_* variables, so that a hook's or a rebase's idea of the
// current repository does not leak into what we ask git.
Environment environment_for_git();

struct Launch {
  std::vector<std::string> words;  // the program, looked up in PATH, and its arguments
  std::filesystem::path folder;    // where it runs; empty: where we do
  Environment environment;
  int out = -1;  // descriptors that become its streams; -1: nowhere
  int err = -1;
  // A process group of its own, and signals as we were given them: none blocked,
  // SIGPIPE not ignored. Otherwise it has our group and our mask.
  bool own_group = false;
};

// Starts the program with an empty standard input. The caller waits for it. An
// error is an errno: ENOENT when there is no such program (or folder).
IoResult<pid_t> launch(const Launch& launch);

struct ProgramOutput {
  int status = -1;  // exit status; -1 when it could not be run, or a signal ended it
  std::string out;
  std::string err;  // of run_git(): what git says is wrong
};

// Runs `git -C folder arguments...` to its end.
ProgramOutput run_git(const std::filesystem::path& folder,
                      const std::vector<std::string>& arguments);

}  // namespace mlfix
