// A thread with a stack that is large enough for any file.
//
// What recurses in the analysis is bounded in two ways, and each has half of the
// stack. Recursion over the tree goes at most kMaxTreeDepth levels down, for which
// 64 MB leave 5 KB a level.
// Recursion along definitions, callers and the like spends steps of a WorkBudget,
// which ends it when half of the stack is used. The memory is there when it is
// touched, and a usual file touches some ten pages.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

namespace mlfix {

class WorkerThread {
 public:
  static constexpr std::size_t kStackSize = 128u << 20;

  // Runs `work`, which must not throw, on a new thread. Nothing when the system
  // has no thread to give.
  static std::optional<WorkerThread> start(std::function<void()> work);

  ~WorkerThread();  // waits for its end
  WorkerThread(WorkerThread&& other) noexcept = default;
  WorkerThread& operator=(WorkerThread&&) = delete;

 private:
  WorkerThread(pthread_t thread, std::unique_ptr<std::function<void()>> work)
      : thread_(thread), work_(std::move(work)) {}

  pthread_t thread_;
  std::unique_ptr<std::function<void()>> work_;  // nothing in what was moved from
};

}  // namespace mlfix
