// A handler could only set a global flag; a blocked signal is that flag, kept by
// the kernel, and nothing is ever cut in the middle.

#include "cli/interrupt.h"

#include <array>
#include <ctime>

namespace mlfix {
namespace {

constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  sigemptyset(&watched_);
  for (const int signal : kSignals) {
    if (!is_ignored(signal)) sigaddset(&watched_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &watched_, &old_mask_);
}

InterruptGuard::~InterruptGuard() {
  constexpr struct timespec kNoWait {};
  while (sigtimedwait(&watched_, nullptr, &kNoWait) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

std::optional<int> InterruptGuard::requested() const {
  sigset_t pending;
  sigpending(&pending);
  for (const int signal : kSignals) {
    if (sigismember(&watched_, signal) == 1 && sigismember(&pending, signal) == 1) return signal;
  }
  return std::nullopt;
}

}  // namespace mlfix
