// The measured command and every process that comes of it.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "measure/process_table.h"
#include "process/spawn.h"
#include "text/error.h"

namespace mlfix {

// While one exists, processes whose parent ends become children of ours, so that
// daemons and orphans stay in sight, and the signal that a child has ended waits
// for ProcessTree::sleep(). Nothing of that is inherited by the children.
class ChildWatch {
 public:
  ChildWatch();
  ~ChildWatch();
  ChildWatch(const ChildWatch&) = delete;
  ChildWatch& operator=(const ChildWatch&) = delete;

 private:
  int subreaper_before_ = 0;
  sigset_t mask_before_;
};

// A running command, in a process group of its own. At most one exists at a time:
// it takes all our children for its own, but for those set apart. Must be used
// by the thread that made it, with no other thread running.
class ProcessTree {
 public:
  // Starts `command`; its input is empty. The watch must outlive the tree. `apart`
  // are children of ours that have nothing to do with it. Errors: Usage, when the
  // program can't be run.
  static Result<ProcessTree> start(const ChildWatch& watch, const Command& command,
                                   const Streams& streams, std::set<pid_t> apart);
  ProcessTree(ProcessTree&& other) noexcept;
  ProcessTree& operator=(ProcessTree&&) = delete;
  // Kills what is left.
  ~ProcessTree();

  // The live processes of the tree, the command itself included.
  std::vector<ProcessEntry> alive();

  // The wait status of the command once it has ended; what it started may live on.
  std::optional<int> ended();

  // Sleeps for `time`, or until a process of the tree ends.
  void sleep(std::chrono::milliseconds time) const;

  enum class Farewell : std::uint8_t { Interrupt, Terminate };

  // Ends all that is alive, and returns when nothing is: asks with SIGINT, if that is the
  // first word, after a grace time with SIGTERM, after another with SIGKILL. The times are
  // short from the moment on when somebody waits.
  void end(Farewell first, const std::function<bool()>& somebody_waits);

 private:
  ProcessTree(pid_t command, std::set<pid_t> apart);

  void reap(pid_t child);
  void signal_all(int signal);
  bool gone_within(std::chrono::milliseconds grace,
                   const std::function<bool()>& somebody_waits = {});

  pid_t command_ = -1;  // -1 when moved from
  std::set<pid_t> apart_;
  std::optional<int> status_;
};

}  // namespace mlfix
