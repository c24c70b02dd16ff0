// Evaluations of a model: which forward passes make a graph for nobody, what it costs, and who
// would notice that it is gone.

#include "torch/training/evaluation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/model_snippet.h"
#include "torch/evaluation/cost_of_graph.h"
#include "torch/evaluation/frozen_module.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/evaluation/measurement.h"
#include "torch/evaluation/small_network.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/module/output_use.h"
#include "torch/training/old_torch.h"
#include "torch/training/training_step.h"

namespace mlfix::evaluation_test {
namespace {

ModelSnippet snippet(const std::string& code) {
  return ModelSnippet(
      "import torch, time\nfrom torch import nn\n"
      "model = nn.Sequential(nn.Conv2d(3, 64, 3), nn.ReLU())\n" +
      code);
}

std::vector<EvalRegion> unused_in(const ModelSnippet& s, std::string_view function) {
  return find_unused_graphs(s.model(), s.definition(function), {});
}

TEST(Evaluation, FindsThePassesWhoseGraphDies) {
  const ModelSnippet s = snippet(
      "def look(loader):\n    for x in loader:\n        print(model(x).max().item())\n\n\n"
      "def train(loader, step):\n    for x in loader:\n        model(x).sum().backward()\n\n\n"
      "def keep(loader, all):\n    for x in loader:\n        all.append(model(x))\n");
  const std::vector<EvalRegion> found = unused_in(s, "look");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].is_loop);
  EXPECT_EQ(found[0].forwards, std::vector<NodeId>{s.at("model(x)")});
  EXPECT_TRUE(unused_in(s, "train").empty());
  EXPECT_TRUE(unused_in(s, "keep").empty());
}

TEST(Evaluation, TellsHowAnOutputIsUsed) {
  const auto use = [](const std::string& code) {
    const ModelSnippet s = snippet("def f(x):\n    y = model(x)\n    " + code + "\n");
    return use_of_output(s.model(), s.at("model(x)"));
  };
  EXPECT_TRUE(use("y.detach()").is_detached);
  EXPECT_TRUE(use("y.cpu().numpy()").forbids_graph);
  EXPECT_TRUE(use("print(y.shape)").shape_only);
  EXPECT_FALSE(use("print(y.shape, y)").shape_only);
  EXPECT_TRUE(use("model(y)").given_to_module);
  EXPECT_TRUE(use("y.parameters()").as_module);
}

TEST(Evaluation, SaysWhyAGraphIsSmall) {
  const auto why = [](const std::string& code) {
    const ModelSnippet s = snippet(code);
    const std::vector<EvalRegion> found = unused_in(s, "f");
    EXPECT_EQ(found.size(), 1U) << code;
    return found.empty()
               ? std::string()
               : std::string(why_graphs_are_small(s.model(), s.definition("f"), found[0]));
  };
  EXPECT_EQ(why("def f(loader):\n    for x in loader:\n        print(model(x).max().item())\n"),
            "");
  EXPECT_EQ(why("def f(loader):\n    for x in loader:\n        y = model(x)\n"
                "        assert y.max() < 1\n"),
            "assertions alone look at it");
}

TEST(Evaluation, KnowsSmallNetworks) {
  const auto small = [](const std::string& width) {
    const ModelSnippet s(
        "import torch\nfrom torch import nn\nWIDTH = " + width +
        "\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.body = nn.Sequential(nn.Linear(4, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 2))\n\n"
        "    def forward(self, x):\n        return self.body(x)\n\n\n"
        "net = Net()\n\n\n"
        "def f(loader):\n    for x in loader:\n        print(net(x).max().item())\n");
    const std::vector<EvalRegion> found = unused_in(s, "f");
    EXPECT_EQ(found.size(), 1U);
    return !found.empty() && runs_small_networks(s.model(), found[0]);
  };
  EXPECT_TRUE(small("64"));
  EXPECT_FALSE(small("4096"));
}

TEST(Evaluation, AsksWhoNeedsGradients) {
  const ModelSnippet s = snippet(
      "def f(x):\n    y = model(x)\n    print(y.max().item())\n\n\n"
      "def g(x):\n    y = model(x)\n    y.sum().backward()\n");
  const auto need = [&](std::string_view function) {
    const NodeId body = s.body(function);
    return needs_gradients(s.model(), {s.tree().first_child(body), s.tree().last_child(body)});
  };
  EXPECT_EQ(need("f"), "");
  EXPECT_NE(need("g"), "");
}

TEST(Evaluation, SeesWhatIsMeasured) {
  const ModelSnippet s = snippet(
      "def timed(x):\n    start = time.time()\n    model(x)\n    print(time.time() - start)\n\n\n"
      "def weighed(x):\n    model(x)\n    print(torch.cuda.max_memory_allocated())\n\n\n"
      "def plain(x):\n    model(x)\n");
  const auto span_of = [&](std::string_view function) {
    const NodeId body = s.body(function);
    return Span{s.tree().first_child(body), s.tree().last_child(body)};
  };
  EXPECT_NE(time_measured(s.model(), s.definition("timed"), s.at("model(x)")), kNoNode);
  EXPECT_EQ(time_measured(s.model(), s.definition("plain"), s.at("model(x)", 2)), kNoNode);
  EXPECT_NE(memory_measured(s.model(), s.definition("weighed"), span_of("weighed")), kNoNode);
  EXPECT_EQ(memory_measured(s.model(), s.definition("plain"), span_of("plain")), kNoNode);
}

TEST(Evaluation, SeesFrozenModules) {
  const ModelSnippet s = snippet(
      "def f(x):\n    teacher = nn.Linear(2, 2)\n    teacher.requires_grad_(False)\n"
      "    print(teacher(x).max().item(), model(x).max().item())\n");
  const NodeId teacher = s.tree().child(s.at("teacher(x)"), Field::Function);
  const NodeId other = s.tree().child(s.at("model(x)"), Field::Function);
  EXPECT_TRUE(is_frozen_in_scope(s.model(), s.at("teacher(x)"), teacher));
  EXPECT_FALSE(is_frozen_in_scope(s.model(), s.at("model(x)"), other));
}

TEST(Evaluation, KnowsMethodsThatAFrameworkRuns) {
  const ModelSnippet s(
      "import pytorch_lightning as pl\n\n\n"
      "class Task(pl.LightningModule):\n    def validation_step(self, batch, i):\n"
      "        return self(batch)\n\n\n"
      "class Own:\n    def validation_step(self, batch, i):\n        return self(batch)\n");
  EXPECT_EQ(framework_around(s.model(), s.definition("validation_step")), s.definition("Task"));
  EXPECT_EQ(framework_around(s.model(), s.definition("Own") + 1), kNoNode);
}

TEST(Evaluation, KnowsCodeForOldPyTorch) {
  EXPECT_TRUE(is_written_for_old_torch(
      ModelSnippet("from torch.autograd import Variable\nx = Variable(y)\n").model()));
  EXPECT_FALSE(is_written_for_old_torch(ModelSnippet("import torch\n").model()));
}

}  // namespace
}  // namespace mlfix::evaluation_test
