// A pool for jobs that do not depend on each other needs no queue: threads take
// the next index from an atomic counter until there is none. The caller's thread
// only waits, as its stack is what the system gave it, unless there is no other.

#include "engine/scheduler.h"

#include <algorithm>
#include <exception>
#include <numeric>
#include <thread>

#include "engine/worker_thread.h"

namespace mlfix {
namespace {

class Run {
 public:
  Run(const std::vector<std::size_t>& order, const std::function<Job()>& make_job,
      const ScheduleOptions& options)
      : order_(order), make_job_(make_job), options_(options) {}

  void work() {
    try {
      const Job job = make_job_();
      while (const std::optional<std::size_t> index = take()) {
        job(*index);
        report();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
  }

  std::size_t finish() {
    if (failure_) std::rethrow_exception(failure_);
    return done_;
  }

 private:
  std::optional<std::size_t> take() {
    if (failed_ || (options_.stop != nullptr && *options_.stop)) return std::nullopt;
    const std::size_t at = next_.fetch_add(1);
    if (at >= order_.size()) return std::nullopt;
    return order_[at];
  }

  void report() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (options_.progress) options_.progress(done_, order_.size());
  }

  const std::vector<std::size_t>& order_;
  const std::function<Job()>& make_job_;
  const ScheduleOptions& options_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  // guards what follows
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<std::size_t> largest_first(std::span<const std::uint64_t> sizes) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  return order;
}

std::size_t run_jobs(const std::vector<std::size_t>& order, const std::function<Job()>& make_job,
                     const ScheduleOptions& options) {
  Run run(order, make_job, options);
  const unsigned wanted =
      options.threads != 0 ? options.threads : std::thread::hardware_concurrency();
  const std::size_t threads =
      std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(order.size(), 1));
  {
    std::vector<WorkerThread> workers;
    while (workers.size() < threads) {
      auto worker = WorkerThread::start([&run] { run.work(); });
      if (!worker) break;
      workers.push_back(std::move(*worker));
    }
    if (workers.empty()) run.work();
  }
  return run.finish();
}

}  // namespace mlfix
