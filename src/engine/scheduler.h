// Runs independent jobs on threads and hands their results over in order.
//
// Jobs start with the largest, so that no thread is left with a big one at the
// end; results are delivered by index whatever the number of threads, so the
// output never depends on it. What waits for its turn is kept; a result should
// therefore be small (findings and patches, never a syntax tree).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace mlfix {

struct ScheduleOptions {
  unsigned threads = 0;                     // 0: as many as the machine has cores
  const std::atomic<bool>* stop = nullptr;  // no job starts once it is true
  // Called after each job, one call at a time, from any thread.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

// The indexes of `sizes`, largest first; equal ones in order.
std::vector<std::size_t> largest_first(std::span<const std::uint64_t> sizes);

using Job = std::function<void(std::size_t)>;

// Calls one job function per thread, each made by `make_job` on its thread,
// with the indexes of `order`. Returns when all have run or `stop` was seen;
// the number of jobs that ran. An exception of a job ends the run and is
// thrown again here.
std::size_t run_jobs(const std::vector<std::size_t>& order, const std::function<Job()>& make_job,
                     const ScheduleOptions& options);

// Computes `work(i)` for every index of `sizes` and calls `deliver(i, result)`
// in ascending order, one call at a time, from any thread. `make_work` is
// called on each thread and returns a callable with that thread's own state.
// After a stop the results that exist are delivered, still in order. Returns
// the number of jobs that ran.
template <typename T, typename MakeWork, typename Deliver>
std::size_t map_in_order(std::span<const std::uint64_t> sizes, MakeWork make_work, Deliver deliver,
                         const ScheduleOptions& options) {
  std::vector<std::optional<T>> results(sizes.size());
  std::mutex mutex;
  std::size_t next = 0;  // the first result that was not delivered
  const auto make_job = [&]() -> Job {
    return [&, work = make_work()](std::size_t index) mutable {
      T result = work(index);
      const std::lock_guard lock(mutex);
      results[index] = std::move(result);
      for (; next < results.size() && results[next]; ++next) {
        deliver(next, std::move(*results[next]));
        results[next].reset();
      }
    };
  };
  const std::size_t ran = run_jobs(largest_first(sizes), make_job, options);
  for (; next < results.size(); ++next) {
    if (results[next]) deliver(next, std::move(*results[next]));
  }
  return ran;
}

}  // namespace mlfix
