#include "process/signals.h"

namespace mlfix {
namespace {

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

sigset_t heeded(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) {
    if (!is_ignored(signal)) sigaddset(&set, signal);
  }
  return set;
}

std::optional<int> waiting_signal(const sigset_t& watched) {
  sigset_t pending;
  sigpending(&pending);
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(&watched, signal) == 1 && sigismember(&pending, signal) == 1) return signal;
  }
  return std::nullopt;
}

}  // namespace mlfix
