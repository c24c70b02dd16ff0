// Who takes which file: what schedulers say of a task, and how files are divided.

#include "fleet/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "fleet/partition.h"
#include "fleet/record.h"
#include "transforms/registry.h"

namespace mlfix::shard_test {
namespace {

using ::testing::HasSubstr;
std::string without_line_end(std::string text) {
  text.pop_back();
  return text;
}

using Environment = std::map<std::string, std::string>;

Result<Shard> shard_in(const Environment& environment) {
  return shard_of_environment([&](const std::string& name) {
    const auto at = environment.find(name);
    return at == environment.end() ? std::nullopt : std::optional(at->second);
  });
}

TEST(Shard, IsANumberOfACount) {
  EXPECT_EQ(parse_shard("3/8"), (Shard{3, 8}));
  EXPECT_EQ(parse_shard("1/1"), (Shard{1, 1}));
  EXPECT_EQ(to_string({3, 8}), "3/8");
  for (const char* wrong : {"", "3", "/", "3/", "/8", "0/8", "9/8", "-1/8", "3/8/9", " 3/8", "3/8 ",
                            "3/99999999999", "1/10001", "a/b", "3.0/8"}) {
    EXPECT_EQ(parse_shard(wrong), std::nullopt) << wrong;
  }
}

TEST(Shard, IsWhatSchedulersSay) {
  const std::vector<std::pair<Environment, Shard>> cases = {
      {{{"MLFIX_SHARD", "2/3"}}, {2, 3}},
      {{{"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_COUNT", "4"}}, {1, 4}},
      {{{"SLURM_ARRAY_TASK_ID", "5"},
        {"SLURM_ARRAY_TASK_MIN", "1"},
        {"SLURM_ARRAY_TASK_STEP", "2"},
        {"SLURM_ARRAY_TASK_COUNT", "3"}},
       {3, 3}},
      {{{"SLURM_ARRAY_TASK_ID", "7"},  // one task of an array of sixteen, submitted again
        {"SLURM_ARRAY_TASK_MIN", "7"},
        {"SLURM_ARRAY_TASK_COUNT", "1"},
        {"MLFIX_SHARDS", "16"}},
       {8, 16}},
      {{{"JOB_COMPLETION_INDEX", "0"}, {"MLFIX_SHARDS", "5"}}, {1, 5}},
      {{{"CI_NODE_INDEX", "5"}, {"CI_NODE_TOTAL", "5"}}, {5, 5}},
      {{{"MLFIX_SHARD", "1/2"}, {"CI_NODE_INDEX", "5"}, {"CI_NODE_TOTAL", "5"}}, {1, 2}},
  };
  for (const auto& [environment, shard] : cases) {
    const auto found = shard_in(environment);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(*found, shard);
  }
}

TEST(Shard, IsNoGuess) {
  const std::vector<std::pair<Environment, std::string>> cases = {
      {{}, "no scheduler"},
      {{{"MLFIX_SHARD", "4/3"}}, "\"4/3\""},
      {{{"SLURM_ARRAY_TASK_ID", "3"}, {"SLURM_ARRAY_TASK_COUNT", "3"}}, "Slurm"},
      {{{"SLURM_ARRAY_TASK_ID", "1"},
        {"SLURM_ARRAY_TASK_MIN", "2"},
        {"SLURM_ARRAY_TASK_COUNT", "3"}},
       "Slurm"},
      {{{"SLURM_ARRAY_TASK_ID", "1"}}, "Slurm"},
      {{{"JOB_COMPLETION_INDEX", "1"}}, "Kubernetes"},
      {{{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "2"}}, "GitLab"},
      {{{"CI_NODE_INDEX", "1"}}, "GitLab"},
  };
  for (const auto& [environment, text] : cases) {
    const auto found = shard_in(environment);
    ASSERT_FALSE(found) << text;
    EXPECT_EQ(found.error().kind, ErrorKind::Usage);
    EXPECT_THAT(found.error().message, HasSubstr(text));
    EXPECT_THAT(found.error().remedy, HasSubstr("MLFIX_SHARD"));
  }
}

// Names as a project has them; sizes over five orders of magnitude, as files have.
std::vector<ShardItem> some_items(std::size_t most) {
  const auto count = *rc::gen::inRange<std::size_t>(0, most);
  std::vector<ShardItem> items;
  for (std::size_t i = 0; i < count; ++i) {
    const auto digits = *rc::gen::inRange(0, 18);
    const auto weight = *rc::gen::inRange<std::uint64_t>(0, (std::uint64_t{1} << digits) + 1);
    items.push_back({"src/part_" + std::to_string(i) + ".py", weight});
  }
  return items;
}

std::uint64_t total(const std::vector<ShardItem>& items) {
  return std::accumulate(
      items.begin(), items.end(), std::uint64_t{0},
      [](std::uint64_t sum, const ShardItem& item) { return sum + item.weight; });
}

RC_GTEST_PROP(Partition, HasEachItemInOneShardAndNoShardTooHeavy, ()) {
  const auto items = some_items(400);
  const auto count = *rc::gen::inRange(1u, 40u);
  const auto shards = partition(items, count);
  RC_ASSERT(shards.size() == items.size());
  std::vector<std::uint64_t> loads(count);
  std::uint64_t heaviest = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    RC_ASSERT(shards[i] < count);
    loads[shards[i]] += items[i].weight;
    heaviest = std::max(heaviest, items[i].weight);
  }
  const std::uint64_t average = total(items) / count;
  const std::uint64_t most = average + std::max(average / 20, heaviest);
  for (const std::uint64_t load : loads) RC_ASSERT(load <= most);
}

RC_GTEST_PROP(Partition, DoesNotDependOnTheOrder, ()) {
  auto items = some_items(100);
  const auto count = *rc::gen::inRange(1u, 9u);
  const auto shards = partition(items, count);
  std::map<std::string, unsigned> of_name;
  for (std::size_t i = 0; i < items.size(); ++i) of_name[items[i].name] = shards[i];
  std::ranges::reverse(items);
  const auto again = partition(items, count);
  for (std::size_t i = 0; i < items.size(); ++i) RC_ASSERT(again[i] == of_name[items[i].name]);
}

// Sizes as those of sources: most are small, some are a hundred times the median.
std::vector<ShardItem> project(std::size_t count) {
  std::vector<ShardItem> items;
  std::uint64_t random = 1;
  for (std::size_t i = 0; i < count; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t u = (random >> 33u) % 1000 + 1;  // 1 to 1000
    items.push_back({"pkg/module_" + std::to_string(i) + ".py", 1'000'000 / u});
  }
  return items;
}

TEST(Partition, KeepsNearlyAllItemsWhereTheyAreWhenOneComes) {
  auto items = project(5000);
  const auto before = partition(items, 16);
  items.push_back({"pkg/new.py", 20'000});
  items[17].weight += 5'000;
  const auto after = partition(items, 16);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] != after[i] ? 1U : 0U;
  EXPECT_LE(moved, items.size() / 20);
}

TEST(Partition, BalancesAProject) {
  const auto items = project(20'000);
  const auto shards = partition(items, 64);
  std::vector<std::uint64_t> loads(64);
  for (std::size_t i = 0; i < items.size(); ++i) loads[shards[i]] += items[i].weight;
  EXPECT_LE(*std::ranges::max_element(loads) * 64, total(items) / 20 * 22);
}

// A record may come out of the job of a pull request.
TEST(Record, OfAStrangerIsRefused) {
  const Registry registry = shipped_registry();
  Parser parser;
  RecordHead head{RunIdentity(), Shard()};
  EXPECT_TRUE(parse_record_line(without_line_end(record_line(head)), registry, parser));
  head.run.action = Action::Write;
  EXPECT_FALSE(parse_record_line(without_line_end(record_line(head)), registry, parser));

  RecordedFile recorded;
  recorded.path = "a.py";
  recorded.outcome.report = FileReport{*make_source_file("a.py", "x = 1\n"), FileResult()};
  auto& unknown = recorded.outcome.report->result.unknown_suppressions;
  unknown.push_back({1, "word"});
  const auto is_read = [&] {
    const std::string line = record_line(recorded, registry);
    return parse_record_line(without_line_end(line), registry, parser).has_value();
  };
  EXPECT_TRUE(is_read());
  unknown.front().line = 0;
  EXPECT_FALSE(is_read());
  unknown.front().line = 2;
  EXPECT_FALSE(is_read());
}

}  // namespace
}  // namespace mlfix::shard_test
