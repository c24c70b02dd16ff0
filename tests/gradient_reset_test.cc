// Who resets the gradients of a training step, and by which weights it is made.

#include "torch/training/gradient_reset.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/model_snippet.h"
#include "syntax/structure.h"
#include "torch/training/optimized_networks.h"
#include "torch/training/step_by_hand.h"

namespace mlfix::gradient_reset_test {
namespace {

const std::string kImports =
    "import torch\nfrom torch import nn\nnet = nn.Linear(2, 2)\n"
    "optimizer = torch.optim.SGD(net.parameters(), 0.1)\n";

std::string statement_at(const ModelSnippet& s, NodeId n) {
  return n == kNoNode ? "" : std::string(s.tree().text(enclosing_statement(s.tree(), n)));
}

std::vector<std::string> resets(const std::string& code) {
  const ModelSnippet s(kImports + code);
  std::vector<std::string> found;
  for (const NodeId reset : gradient_resets(s.model())) found.push_back(statement_at(s, reset));
  return found;
}

TEST(GradientResets, AreFoundInAnySpelling) {
  for (const std::string code :
       {"net.zero_grad()", "x.grad = None", "x.grad.data.zero_()", "x.grad[:] = 0", "del x.grad",
        "x.grad *= 0", "setattr(x, 'grad', None)"}) {
    EXPECT_EQ(resets(code + "\n"), std::vector<std::string>{code});
  }
}

TEST(GradientResets, AreNotWhatScalesOrReads) {
  EXPECT_TRUE(resets("norm = x.grad.norm()\nx.grad *= norm\n").empty());
  EXPECT_TRUE(resets("x.grad = x.grad / 2\nprint(x.grad)\n").empty());
}

struct Found {
  std::string in_each_step, once;
};

// For the step of the first backward pass.
Found reset_found(const std::string& code) {
  const ModelSnippet s(kImports + code);
  const TrainingStep step = training_step_of(s.model(), s.at("loss.backward()"));
  EXPECT_NE(step.region, kNoNode);
  const GradientReset reset = reset_of(s.model(), step);
  return {statement_at(s, reset.in_each_step), statement_at(s, reset.once)};
}

const std::string kStep = "    loss = net(x).sum()\n    loss.backward()\n    optimizer.step()\n";

TEST(GradientReset, IsLookedForWhereTheStepRuns) {
  const Found missing = reset_found("for x in data:\n" + kStep);
  EXPECT_EQ(missing.in_each_step + missing.once, "");
  EXPECT_EQ(reset_found("for x in data:\n    optimizer.zero_grad()\n" + kStep).in_each_step,
            "optimizer.zero_grad()");
  EXPECT_EQ(reset_found("def clear():\n    net.zero_grad()\n"
                        "for x in data:\n    clear()\n" +
                        kStep)
                .in_each_step,
            "net.zero_grad()");
}

TEST(GradientReset, MayRunOnceForManySteps) {
  const Found found = reset_found("optimizer.zero_grad()\nfor x in data:\n" + kStep);
  EXPECT_EQ(found.in_each_step, "");
  EXPECT_EQ(found.once, "optimizer.zero_grad()");
}

TEST(GradientReset, MayBeThatOfAnotherOptimizer) {
  const std::string other =
      "head = nn.Linear(2, 2)\nother = torch.optim.SGD(head.parameters(), 0.1)\n";
  EXPECT_EQ(reset_found(other + "for x in data:\n    other.zero_grad()\n" + kStep).in_each_step,
            "");
}

TEST(GradientReset, MayBeInCodeThatIsNotSeen) {
  EXPECT_EQ(reset_found("for x in data:\n    prepare(optimizer)\n" + kStep).in_each_step,
            "prepare(optimizer)");
}

TEST(GradientReset, NamesItsOptimizer) {
  const ModelSnippet s(kImports + "optimizer.zero_grad()\nx.grad = None\n");
  const std::vector<NodeId>& all = gradient_resets(s.model());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(s.tree().text(optimizer_reset_by(s.model(), all[0])), "optimizer");
  EXPECT_EQ(optimizer_reset_by(s.model(), all[1]), kNoNode);
}

TEST(OptimizedNetworks, AreToldApartByWhatOptimizersAreGiven) {
  const ModelSnippet s(
      "import torch\na = torch.optim.SGD(x.parameters(), 1)\n"
      "b = torch.optim.SGD(y.parameters(), 1)\nc = torch.optim.SGD(x.head.parameters(), 1)\n"
      "a.step()\nb.step()\nc.step()\n");
  const NodeId a = s.at("a", 1), b = s.at("b", 1), c = s.at("c", 1);
  EXPECT_TRUE(optimize_apart(s.model(), a, b));
  EXPECT_FALSE(optimize_apart(s.model(), a, c));
}

TEST(OptimizedNetworks, AreToldApartByNames) {
  const ModelSnippet s(
      "def f(netD, netG, optimizer_D, optimizer_G, optimizer):\n"
      "    netD(netG(0))\n    optimizer_D.step()\n    optimizer_G.step()\n    optimizer.step()\n");
  const NodeId d = s.at("optimizer_D", 1), g = s.at("optimizer_G", 1);
  EXPECT_TRUE(optimize_apart(s.model(), d, g));
  EXPECT_FALSE(optimize_apart(s.model(), d, s.at("optimizer", 1)));
}

TEST(StepByHand, ChangesWeightsByTheirGradients) {
  const auto module = [](const std::string& code) {
    const ModelSnippet s(kImports + code);
    const NodeId found = stepped_by_hand(s.tree(), s.loop());
    return found == kNoNode ? "" : std::string(s.tree().text(found));
  };
  EXPECT_EQ(module("for p in net.parameters():\n    p.data -= 0.1 * p.grad\n"), "net");
  EXPECT_EQ(module("for n, p in net.named_parameters():\n    p -= 0.1 * p.grad\n"), "net");
  EXPECT_EQ(module("for p in net.parameters():\n    p.data.clamp_(0, 1)\n"), "");
  EXPECT_EQ(module("for p in weights:\n    p.data -= 0.1 * p.grad\n"), "");
}

}  // namespace
}  // namespace mlfix::gradient_reset_test
