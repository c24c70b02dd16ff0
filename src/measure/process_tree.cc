// Membership is ancestry: whatever a process does to its session or its group, it
// stays below us, because orphans are handed to the nearest sub-reaper. So the
// tree needs no bookkeeping, and nothing can escape from being ended.

#include "measure/process_tree.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace mlfix {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGrace{3000};
constexpr std::chrono::milliseconds kShortGrace{
    250};  // two of them are less than the second to stop within
constexpr std::chrono::milliseconds kAfterKill{
    10000};  // a process in the kernel's hands may take time
constexpr std::chrono::milliseconds kPause{20};

sigset_t child_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  return set;
}

}  // namespace

ChildWatch::ChildWatch() {
  prctl(PR_GET_CHILD_SUBREAPER, &subreaper_before_);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const sigset_t watched = child_signal();
  pthread_sigmask(SIG_BLOCK, &watched, &mask_before_);
}

ChildWatch::~ChildWatch() {
  pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, static_cast<unsigned long>(subreaper_before_));
}

Result<ProcessTree> ProcessTree::start(const ChildWatch& /*watch*/, const Command& command,
                                       const Streams& streams, std::set<pid_t> apart) {
  const auto child = spawn(command, streams, Group::Own);
  if (child) return ProcessTree(*child, std::move(apart));
  return tl::unexpected(Error{
      ErrorKind::Usage,
      {},
      0,
      fmt::format("{} can't be run: {}", command.words.front(), describe_errno(child.error())),
      "give the command after `--` as you would type it"});
}

ProcessTree::ProcessTree(pid_t command, std::set<pid_t> apart)
    : command_(command), apart_(std::move(apart)) {}

ProcessTree::ProcessTree(ProcessTree&& other) noexcept
    : command_(std::exchange(other.command_, -1)),
      apart_(std::move(other.apart_)),
      status_(other.status_) {}

ProcessTree::~ProcessTree() {
  if (command_ < 0) return;
  signal_all(SIGKILL);
  gone_within(kAfterKill);
}

std::vector<ProcessEntry> ProcessTree::alive() {
  std::vector<ProcessEntry> processes;
  for (const ProcessEntry& entry : descendants(list_processes(), getpid(), apart_)) {
    if (!entry.zombie) {
      processes.push_back(entry);
    } else if (entry.parent == getpid()) {
      reap(entry.process);
    }
  }
  return processes;
}

std::optional<int> ProcessTree::ended() {
  reap(command_);
  return status_;
}

void ProcessTree::sleep(std::chrono::milliseconds time) const {
  const sigset_t watched = child_signal();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  const std::chrono::nanoseconds rest = time - seconds;
  const struct timespec timeout { seconds.count(), rest.count() };
  sigtimedwait(&watched, nullptr, &timeout);
}

void ProcessTree::end(Farewell first, const std::function<bool()>& somebody_waits) {
  if (alive().empty()) return;
  if (first == Farewell::Interrupt) {
    signal_all(SIGINT);
    if (gone_within(kGrace, somebody_waits)) return;
  }
  signal_all(SIGTERM);
  if (gone_within(kGrace, somebody_waits)) return;
  signal_all(SIGKILL);
  gone_within(kAfterKill);
}

// One by one: waiting for any child would take the helpers' statuses as well.
void ProcessTree::reap(pid_t child) {
  if (child == command_ && status_) return;
  int status = 0;
  if (waitpid(child, &status, WNOHANG) == child && child == command_) status_ = status;
}

void ProcessTree::signal_all(int signal) {
  for (const ProcessEntry& entry : alive()) ::kill(entry.process, signal);
}

bool ProcessTree::gone_within(std::chrono::milliseconds grace,
                              const std::function<bool()>& somebody_waits) {
  Clock::time_point deadline = Clock::now() + grace;
  bool is_short = false;
  for (;;) {
    if (alive().empty()) return true;
    if (!is_short && somebody_waits && somebody_waits()) {
      is_short = true;
      deadline = std::min(deadline, Clock::now() + kShortGrace);
    }
    if (Clock::now() >= deadline) return false;
    sleep(kPause);
  }
}

}  // namespace mlfix
