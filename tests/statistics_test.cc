// Statistics that modules keep: statements that update one, and who reads it.

#include <gtest/gtest.h>

#include <string>

#include "support/model_snippet.h"
#include "torch/module/statistic_readers.h"
#include "torch/module/statistic_update.h"

namespace mlfix::statistics_test {
namespace {

// A layer that updates a statistic in forward().
ModelSnippet layer(const std::string& update, const std::string& result = "x") {
  return ModelSnippet(
      "import torch\nfrom torch import nn\n"
      "class Norm(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
      "        self.running_mean = torch.zeros(3)\n        self.seen = torch.zeros(3)\n"
      "    def forward(self, x):\n        mean = x.mean(0)\n        " +
      update + "\n        return " + result + "\n");
}

// What goes into the places that the statement updates.
std::string taken(const ModelSnippet& s, const std::vector<StatisticUpdate>& updates) {
  std::string text;
  for (const StatisticUpdate& update : updates) {
    text += std::string(s.tree().text(update.place)) + (update.blends ? " ~" : " =");
    for (const NodeId value : update.values) text += " " + std::string(s.tree().text(value));
    text += ";";
  }
  return text;
}

std::string assigned(const std::string& statement) {
  const ModelSnippet s = layer(statement);
  return taken(s, assigned_updates(s.model(), s.at(statement)));
}

std::string changed_in_place(const std::string& call) {
  const ModelSnippet s = layer(call);
  return taken(s, in_place_updates(s.model(), s.at(call)));
}

TEST(StatisticUpdate, IsTakenApartIntoPlaceAndValues) {
  EXPECT_EQ(assigned("self.running_mean = 0.9 * self.running_mean + 0.1 * mean"),
            "self.running_mean ~ 0.9 0.1 mean;");
  EXPECT_EQ(assigned("self.running_mean = mean"), "self.running_mean = mean;");
  EXPECT_EQ(assigned("self.running_mean[0] += mean"), "self.running_mean ~ mean;");
  EXPECT_EQ(changed_in_place("self.running_mean.mul_(0.9).add_(mean)"),
            "self.running_mean ~ mean 0.9;");
  EXPECT_EQ(changed_in_place("self.running_mean.data.mul_(0.9)"), "");
}

TEST(StatisticUpdate, IsOneByItsNameOrByHowItIsBlended) {
  const auto updates = [](const std::string& statement) {
    const ModelSnippet s = layer(statement);
    return updates_statistic(s.model(), assigned_updates(s.model(), s.at(statement)).front());
  };
  EXPECT_TRUE(updates("self.running_mean = mean"));
  EXPECT_TRUE(updates("self.seen = 0.9 * self.seen + 0.1 * mean"));
  EXPECT_FALSE(updates("self.seen = mean"));
}

TEST(StatisticReaders, OfTheSameRunNeedItsGraph) {
  const std::string update = "self.running_mean = 0.9 * self.running_mean + 0.1 * mean";
  const auto unused = [&](const std::string& result) {
    const ModelSnippet s = layer(update, result);
    const NodeId statement = s.statement(update);
    const auto updates = assigned_updates(s.model(), s.at(update));
    const auto answer = statistic_unused(s.model(), updates.front(), statement);
    return !answer ? "used" : answer->is_proven() ? "proven" : "assumed";
  };
  EXPECT_STREQ(unused("x"), "proven");
  EXPECT_STREQ(unused("x - self.running_mean"), "used");
}

}  // namespace
}  // namespace mlfix::statistics_test
