// Ctrl-C and kill, asked for instead of being interrupted by.
#pragma once

#include <signal.h>

#include <optional>

namespace mlfix {

// While one exists, SIGINT and SIGTERM wait; requested() says whether one has
// come. Make it before threads start, so that they inherit the mask. The end
// of the scope drops what came and puts the mask back. Signals that the parent
// process chose to ignore (nohup) stay ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // The signal that waits. Any thread may ask.
  std::optional<int> requested() const;

 private:
  sigset_t watched_;
  sigset_t old_mask_;
};

}  // namespace mlfix
