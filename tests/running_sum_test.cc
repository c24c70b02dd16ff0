// Sums that keep the graph of every iteration, and what is left when they are cut.

#include <gtest/gtest.h>

#include <string>

#include "support/model_snippet.h"
#include "torch/training/training.h"

namespace mlfix::running_sum_test {
namespace {

// A training in whose loop `line` stands, after `start`.
std::string training(const std::string& start, const std::string& line) {
  return "import torch\nfrom torch import nn\n"
         "net = nn.Linear(2, 2)\ncriterion = nn.MSELoss()\n"
         "def train(loader, history):\n    " +
         start +
         "\n    for x, y in loader:\n"
         "        loss = criterion(net(x), y)\n        loss.backward()\n        " +
         line + "\n    history.append(total)\n";
}

TEST(RunningSum, IsOneForEachTarget) {
  const ModelSnippet s("a, b = a + x, b + y\n");
  const auto sums = sums_of(s.tree(), s.at("a, b = a + x, b + y"));
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(s.tree().text(sums[1].target), "b");
  EXPECT_EQ(s.tree().text(sums[1].value), "b + y");
}

bool has_no_graph_after_cuts(const std::string& start, const std::string& line) {
  const ModelSnippet s(training(start, line));
  const NodeId stored = s.argument(s.at("history.append(total)"));
  return verdict_on_cutting_sums(s.model(), stored).has_value();
}

TEST(RunningSum, LeavesNoGraphWhereItIsCut) {
  EXPECT_TRUE(has_no_graph_after_cuts("total = 0.0", "total += loss"));
  EXPECT_TRUE(has_no_graph_after_cuts("total = 0.0", "total = total + loss"));
  EXPECT_TRUE(has_no_graph_after_cuts("total, count = 0.0, 0", "total += loss"));
}

TEST(RunningSum, KeepsAGraphThatItGetsInAnotherWay) {
  EXPECT_FALSE(has_no_graph_after_cuts("total = net(torch.ones(2)).sum()", "total += loss"));
  EXPECT_FALSE(has_no_graph_after_cuts("total = 0.0", "total = loss"));
  EXPECT_FALSE(has_no_graph_after_cuts("total = 0.0", "total += loss; (total * total).backward()"));
}

TEST(RunningSum, IsNotWhatIsANumber) {
  EXPECT_FALSE(has_no_graph_after_cuts("total = 0.0", "total += loss.item()"));
}

}  // namespace
}  // namespace mlfix::running_sum_test
