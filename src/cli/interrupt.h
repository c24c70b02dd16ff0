// Ctrl-C, kill and a closed terminal, asked for instead of being interrupted by.
#pragma once

#include <signal.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace mlfix {

// While one exists, SIGINT, SIGTERM and SIGHUP wait; requested() says whether one has
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
  // Drops what came of that signal: it was meant for somebody else.
  void forget(int signal) const;

 private:
  sigset_t watched_;
  sigset_t old_mask_;
};

// Ends the process when a signal waits and the scope does not come to its end
// within half a second: for a time in which nothing is lost that way. Usually
// whoever works asks `interrupt` often enough and is done before.
class LastResort {
 public:
  // Just before the end `say` is called, on a thread of its own.
  LastResort(const InterruptGuard& interrupt, std::function<void(int signal)> say);
  ~LastResort();
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

 private:
  void watch(const InterruptGuard& interrupt);

  std::function<void(int signal)> say_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::optional<std::thread> watcher_;  // nothing when the system has no thread to give
};

}  // namespace mlfix
