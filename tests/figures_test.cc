#include "transforms/resource/figures/figures.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace mlfix::figures_test {
namespace {

std::size_t first_by_scan(const std::vector<NodeId>& met_before, std::size_t from, std::size_t to,
                          NodeId place) {
  for (std::size_t i = from; i < to; ++i) {
    if (met_before[i] <= place) return i;
  }
  return to;
}

TEST(OldFigures, FindsWhatAScanFinds) {
  std::mt19937 random(1);
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n)(random);
  };
  for (int round = 0; round < 500; ++round) {
    std::vector<NodeId> met_before(pick(20));
    for (NodeId& one : met_before) {
      one = pick(3) == 0 ? NodeId{kNoNode} : static_cast<NodeId>(pick(30));
    }
    const OldFigures figures(met_before);
    const std::size_t to = pick(met_before.size());
    const std::size_t from = pick(to);
    const auto place = static_cast<NodeId>(pick(30));
    EXPECT_EQ(figures.first(from, to, place), first_by_scan(met_before, from, to, place));
  }
}

}  // namespace
}  // namespace mlfix::figures_test
