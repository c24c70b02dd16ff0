// The scheduler: results in order for any number of threads, largest jobs
// first, a stop that keeps what is done, exceptions that come out.

#include "engine/scheduler.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace mlfix::scheduler_test {
namespace {

std::vector<std::uint64_t> sizes_of(std::size_t count) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t i = 0; i < count; ++i) sizes.push_back((i * 7919) % 101);
  return sizes;
}

std::vector<std::pair<std::size_t, std::string>> run_all(std::size_t count, unsigned threads) {
  std::vector<std::pair<std::size_t, std::string>> delivered;
  const auto make_work = [] { return [](std::size_t i) { return std::to_string(i * i); }; };
  const auto deliver = [&](std::size_t i, std::string text) { delivered.emplace_back(i, text); };
  ScheduleOptions options;
  options.threads = threads;
  EXPECT_EQ(map_in_order<std::string>(sizes_of(count), make_work, deliver, options), count);
  return delivered;
}

TEST(Scheduler, LargestFirstKeepsTheOrderOfEqualSizes) {
  const std::vector<std::uint64_t> sizes = {5, 9, 5, 0, 9};
  EXPECT_EQ(largest_first(sizes), (std::vector<std::size_t>{1, 4, 0, 2, 3}));
}

TEST(Scheduler, DeliversInOrderForAnyNumberOfThreads) {
  const auto one = run_all(500, 1);
  ASSERT_EQ(one.size(), 500u);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].first, i);
  for (const unsigned threads : {0u, 2u, 3u, 16u, 1000u}) EXPECT_EQ(run_all(500, threads), one);
}

TEST(Scheduler, DoesNothingForNoJobs) {
  EXPECT_TRUE(run_all(0, 4).empty());
}

TEST(Scheduler, GivesEachThreadItsOwnState) {
  std::atomic<int> made = 0;
  const auto make_work = [&] {
    ++made;
    return [calls = 0](std::size_t) mutable { return ++calls; };
  };
  int total = 0;
  const auto deliver = [&](std::size_t, int calls) { total += calls > 0 ? 1 : 0; };
  ScheduleOptions options;
  options.threads = 3;
  map_in_order<int>(sizes_of(50), make_work, deliver, options);
  EXPECT_EQ(made, 3);
  EXPECT_EQ(total, 50);
}

TEST(Scheduler, StopKeepsWhatIsDoneAndStartsNothingMore) {
  std::atomic<bool> stop = false;
  const auto make_work = [&] {
    return [&, done = 0](std::size_t i) mutable {
      if (++done == 3) stop = true;
      return i;
    };
  };
  std::vector<std::size_t> delivered;
  const auto deliver = [&](std::size_t i, std::size_t) { delivered.push_back(i); };
  ScheduleOptions options;
  options.threads = 1;
  options.stop = &stop;
  EXPECT_EQ(map_in_order<std::size_t>(std::vector<std::uint64_t>{1, 2, 3, 4, 5}, make_work, deliver,
                                      options),
            3u);
  EXPECT_EQ(delivered, (std::vector<std::size_t>{2, 3, 4}));
}

TEST(Scheduler, ReportsProgressUpToTheTotal) {
  std::vector<std::size_t> done;
  ScheduleOptions options;
  options.threads = 4;
  options.progress = [&](std::size_t n, std::size_t total) {
    EXPECT_EQ(total, 40u);
    done.push_back(n);
  };
  map_in_order<int>(
      sizes_of(40), [] { return [](std::size_t) { return 0; }; }, [](std::size_t, int) {}, options);
  ASSERT_EQ(done.size(), 40u);
  EXPECT_EQ(done.back(), 40u);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
}

TEST(Scheduler, ThrowsWhatAJobThrew) {
  const auto make_work = [] {
    return [](std::size_t i) -> int {
      if (i == 7) throw std::runtime_error("seven");
      return 0;
    };
  };
  ScheduleOptions options;
  options.threads = 4;
  EXPECT_THROW(map_in_order<int>(
                   sizes_of(20), make_work, [](std::size_t, int) {}, options),
               std::runtime_error);
}

}  // namespace
}  // namespace mlfix::scheduler_test
