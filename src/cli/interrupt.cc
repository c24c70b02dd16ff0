// A handler could only set a global flag; a blocked signal is that flag, kept by
// the kernel, and nothing is ever cut in the middle.

#include "cli/interrupt.h"

#include <unistd.h>

#include <chrono>
#include <ctime>
#include <system_error>
#include <utility>

#include "cli/exit_status.h"
#include "process/signals.h"

namespace mlfix {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr std::chrono::milliseconds kPatience{500};

}  // namespace

InterruptGuard::InterruptGuard() : watched_(heeded({SIGINT, SIGTERM, SIGHUP})) {
  pthread_sigmask(SIG_BLOCK, &watched_, &old_mask_);
}

InterruptGuard::~InterruptGuard() {
  constexpr struct timespec kNoWait {};
  while (sigtimedwait(&watched_, nullptr, &kNoWait) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

std::optional<int> InterruptGuard::requested() const {
  return waiting_signal(watched_);
}

void InterruptGuard::forget(int signal) const {
  constexpr struct timespec kNoWait {};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  while (sigtimedwait(&set, nullptr, &kNoWait) > 0) {
  }
}

LastResort::LastResort(const InterruptGuard& interrupt, std::function<void(int signal)> say)
    : say_(std::move(say)) {
  try {
    watcher_.emplace([this, &interrupt] { watch(interrupt); });
  } catch (const std::system_error&) {
    watcher_.reset();
  }
}

LastResort::~LastResort() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  if (watcher_) watcher_->join();
}

void LastResort::watch(const InterruptGuard& interrupt) {
  std::unique_lock lock(mutex_);
  const auto over = [this] { return over_; };
  std::optional<int> signal;
  while (!(signal = interrupt.requested())) {
    if (ended_.wait_for(lock, kBetweenLooks, over)) return;
  }
  if (ended_.wait_for(lock, kPatience, over)) return;
  say_(*signal);
  _exit(kExitSignal + *signal);
}

}  // namespace mlfix
