// Backward passes that are made for inputs, and networks that no optimizer trains.

#include <gtest/gtest.h>

#include <string>

#include "support/model_snippet.h"
#include "torch/graph/gradient_reads.h"
#include "torch/training/copied_network.h"
#include "torch/training/fixed_network.h"
#include "torch/training/wanted_leaves.h"

namespace mlfix::input_gradients_test {
namespace {

const std::string kImports = "import torch\nfrom torch import nn\n";

// The names of the leaves that loss.backward() is made for, or whoever wants something else.
std::string wanted(const std::string& code) {
  const ModelSnippet s(kImports + code);
  const WantedLeaves found = leaves_wanted_from(s.model(), s.at("loss.backward()"));
  if (found.other != kNoNode) return "other: " + std::string(s.tree().text(found.other));
  std::string names;
  for (const WantedLeaf& leaf : found.leaves) names += std::string(leaf.name) + " ";
  return names;
}

const std::string kLeaf = "x = torch.rand(3)\nx.requires_grad_()\n";
const std::string kPass = "loss = net(x).sum()\nloss.backward()\n";

TEST(WantedLeaves, AreThoseWhoseGradientsAreRead) {
  EXPECT_EQ(wanted(kLeaf + kPass + "step = x.grad.sign()\n"), "x ");
  EXPECT_EQ(wanted("x = torch.rand(3, requires_grad=True)\n" + kPass + "print(x.grad)\n"), "x ");
  EXPECT_EQ(wanted(kLeaf + kPass + "x.grad.zero_()\n"), "");
}

TEST(WantedLeaves, AreThoseThatAnOptimizerWasMadeFor) {
  EXPECT_EQ(wanted(kLeaf + "opt = torch.optim.Adam([x])\nfor i in range(9):\n    "
                           "loss = net(x).sum()\n    loss.backward()\n    opt.step()\n"),
            "x ");
}

TEST(WantedLeaves, AreNotAllWhereOthersWantGradients) {
  EXPECT_EQ(wanted(kLeaf + kPass + "print(x.grad, net.weight.grad)\n"), "other: net.weight.grad");
  EXPECT_EQ(wanted(kLeaf + kPass + "print(x.grad)\nfor p in net.parameters():\n    show(p)\n"),
            "other: net.parameters()");
  EXPECT_EQ(wanted(kLeaf + kPass + "x = x + 1\nprint(x.grad)\n"), "other: x.grad");
}

// The networks of the loss that nobody trains, at the first backward pass.
std::string fixed(const std::string& judge, const std::string& more = "") {
  const ModelSnippet s(kImports + "net = nn.Linear(2, 2)\n" + judge +
                       "opt = torch.optim.SGD(net.parameters(), 0.1)\n"
                       "for x in data:\n    y = net(x)\n    loss = judge(y).sum()\n"
                       "    loss.backward()\n    opt.step()\n" +
                       more);
  const auto found = fixed_network_in(s.model(), s.at("loss.backward()"));
  return found ? std::string(s.tree().text(found->network)) : "";
}

TEST(FixedNetwork, IsOneThatIsOnlyEvaluated) {
  EXPECT_EQ(fixed("judge = nn.Linear(2, 2)\njudge.eval()\n"), "judge");
}

TEST(FixedNetwork, IsNoneThatIsFrozenTrainedOrLookedAt) {
  EXPECT_EQ(fixed("judge = nn.Linear(2, 2)\n"), "");
  EXPECT_EQ(fixed("judge = nn.Linear(2, 2).requires_grad_(False)\njudge.eval()\n"), "");
  EXPECT_EQ(fixed("judge = nn.Linear(2, 2)\njudge.eval()\n"
                  "second = torch.optim.SGD(judge.parameters(), 0.1)\n"),
            "");
  EXPECT_EQ(fixed("judge = nn.Linear(2, 2)\njudge.eval()\n", "print(net.weight.grad)\n"), "");
}

TEST(CopiedNetwork, IsNamedAfterWhatItFollows) {
  const ModelSnippet s(kImports +
                       "net_target = nn.Linear(2, 2)\nnet = nn.Linear(2, 2)\n"
                       "net_target(x)\nnet(x)\n");
  const NodeId copy = copy_run_by(s.model(), s.at("net_target(x)"));
  ASSERT_NE(copy, kNoNode);
  EXPECT_EQ(s.tree().text(copy), "net_target");
  EXPECT_EQ(copy_run_by(s.model(), s.at("net(x)")), kNoNode);
}

TEST(CopiedNetwork, IsTrainedUnlessEachOptimizerHasOtherWeights) {
  const auto why = [](const std::string& optimizers) {
    const ModelSnippet s(kImports + optimizers + "teacher(x)\n");
    return std::string(why_trained(s.model(), s.at("teacher")));
  };
  EXPECT_EQ(why("o = torch.optim.SGD(net.parameters(), 1)\n"), "");
  EXPECT_EQ(why(""), "no optimizer is made in this file");
  EXPECT_EQ(why("o = torch.optim.SGD(teacher.parameters(), 1)\n"), "an optimizer trains it");
  EXPECT_EQ(why("o = torch.optim.SGD(weights, 1)\n"),
            "an optimizer is given weights not seen here");
}

TEST(CopiedNetwork, MakesValuesWithoutAGraph) {
  const auto made = [](const std::string& value) {
    const ModelSnippet s(
        kImports + "net = nn.Linear(2, 2)\nteacher = nn.Linear(2, 2)\nx = 1\ny = " + value + "\n");
    return is_made_by_copies(s.model(), s.statement("y = " + value));
  };
  EXPECT_TRUE(made("teacher(x)"));
  EXPECT_FALSE(made("teacher(net(x))"));
  EXPECT_FALSE(made("net(x)"));
}

TEST(CopiedNetwork, IsNotAllThatALossTrains) {
  const auto trains = [](const std::string& loss) {
    const ModelSnippet s(kImports +
                         "net_target = nn.Linear(2, 2)\nnet = nn.Linear(2, 2)\n"
                         "loss = " +
                         loss + "\nloss.backward()\n");
    return trains_besides_copies(s.model(), s.at("loss.backward()"));
  };
  EXPECT_TRUE(trains("(net(x) - net_target(x)).sum()"));
  EXPECT_FALSE(trains("net_target(x).sum()"));
}

TEST(GradientReads, AreThoseThatMayBeDifferentiated) {
  const auto read = [](const std::string& code) {
    const ModelSnippet s(kImports + code);
    const NodeId found = gradient_expressed_in(s.model(), s.tree().root());
    return found == kNoNode ? "" : std::string(s.tree().text(found));
  };
  EXPECT_EQ(read("y = p.grad.norm()\n"), "p.grad");
  EXPECT_EQ(read("p.grad = None\nprint(p.grad is None)\np.grad.zero_()\ny = p.grad.data\n"), "");
  EXPECT_EQ(read("g = torch.autograd.grad(y, x)\n"), "");
}

TEST(GradientReads, AreFoundInTheFileAndInHelpers) {
  const std::string helper = "def norm(p):\n    return p.grad.norm()\n\n\n";
  const ModelSnippet s(kImports + helper + "def f(p):\n    y = norm(p)\n    return y\n");
  EXPECT_TRUE(reads_any_gradient(s.model()));
  EXPECT_EQ(gradient_reader_in(s.model(), s.body("f")), s.at("norm(p)"));
  const ModelSnippet none(kImports + "g = torch.autograd.grad(y, x)\n");
  EXPECT_FALSE(reads_any_gradient(none.model()));
  EXPECT_EQ(gradient_reader_in(none.model(), none.tree().root()), kNoNode);
}

}  // namespace
}  // namespace mlfix::input_gradients_test
