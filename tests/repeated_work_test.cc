// What a loop does again and again: models that compute the same, process groups, variables that
// are set up and torn down.

#include <gtest/gtest.h>

#include <string>

#include "semantic/control/branches.h"
#include "semantic/flow/global_reset.h"
#include "support/model_snippet.h"
#include "torch/module/pure_model.h"
#include "torch/training/process_groups.h"

namespace mlfix::repeated_work_test {
namespace {

TEST(PureModel, GoesByLayersModeAndUses) {
  const auto kind = [](const std::string& made, const std::string& use = "") {
    const ModelSnippet s("import torch\nfrom torch import nn\nnet = " + made + "\n" + use +
                         "net(1)\n");
    return repeatability(s.model(), s.at("net", use.empty() ? 1 : 2));
  };
  EXPECT_EQ(kind("nn.Linear(2, 2)"), Repeatability::Pure);
  EXPECT_EQ(kind("nn.Sequential(nn.Linear(2, 2), nn.Dropout())"), Repeatability::Stateful);
  EXPECT_EQ(kind("nn.Sequential(nn.Linear(2, 2), nn.Dropout()).eval()"), Repeatability::Pure);
  EXPECT_EQ(kind("load()"), Repeatability::Unknown);
  EXPECT_EQ(kind("nn.Linear(2, 2)", "change(net)\n"), Repeatability::Unknown);
}

TEST(ProcessGroups, EndWhereALoopEndsThem) {
  const std::string make = "import torch.distributed as dist\nfor i in range(3):\n    ";
  const auto other = [&](const std::string& more) {
    const ModelSnippet s(make + "group = dist.new_group([0, 1])\n    " + more + "\n");
    const NodeId found = other_lifecycle(s.model(), s.loop());
    return found == kNoNode ? "" : std::string(s.tree().text(found));
  };
  EXPECT_EQ(other("step(group)"), "");
  EXPECT_EQ(other("dist.destroy_process_group(group)"), "dist.destroy_process_group(group)");
}

TEST(ProcessGroups, AreMadeInOneOrderWhereOneCallMakesThemAll) {
  const auto agree = [](const std::string& before, const std::string& indent) {
    const ModelSnippet s("import torch.distributed as dist\n" + before + indent +
                         "for i in range(3):\n    " + indent + "group = dist.new_group([0])\n");
    return ranks_agree(s.model(), s.loop()).is_proven();
  };
  EXPECT_TRUE(agree("", ""));
  EXPECT_FALSE(agree("if rank:\n", "    "));
  EXPECT_FALSE(agree("first = dist.new_group([1])\n", ""));
}

TEST(GlobalReset, IsTheOnlyOneThatTheLoopRuns) {
  const auto reset = [](const std::string& more, const std::string& loop) {
    const ModelSnippet s("state = None\ndef up():\n    global state\n    state = make()\n\n\n" +
                         more + "for x in data:\n" + loop);
    const NodeId found = reset_in_loop(s.model(), s.at("state = make()"), s.loop());
    return found == kNoNode ? "" : std::string(s.tree().text(found));
  };
  const std::string down = "def down():\n    global state\n    state = None\n\n\n";
  EXPECT_EQ(reset(down, "    up()\n    down()\n"), "state = None");
  EXPECT_EQ(reset(down, "    up()\n"), "");
  EXPECT_EQ(reset("", "    up()\n"), "");
}

TEST(BranchedPart, IsTheStatementOrTheLoopAroundIt) {
  const ModelSnippet s(
      "for x in data:\n    a()\n    if x:\n        b()\n        for y in x:\n            c()\n"
      "    for z in x:\n        if z:\n            d()\n");
  const auto part = [&](const std::string& call) {
    return branched_part_of(s.tree(), s.loop(), s.at(call));
  };
  EXPECT_EQ(part("a()"), kNoNode);
  EXPECT_EQ(part("b()"), s.statement("b()"));
  EXPECT_EQ(part("c()"), s.loop(1));
  EXPECT_EQ(part("d()"), kNoNode);
}

}  // namespace
}  // namespace mlfix::repeated_work_test
