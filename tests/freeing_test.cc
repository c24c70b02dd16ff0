// What frees memory and what does not: releases, ends that need none, what graphs and Keras hold.

#include "semantic/effects/freeing.h"

#include <gtest/gtest.h>

#include <string>

#include "keras/keras_models.h"
#include "semantic/binding/ids.h"
#include "support/model_snippet.h"
#include "torch/graph/saved_by_graph.h"
#include "torch/module/heavy_object.h"
#include "torch/tensor/idle_end.h"
#include "torch/training/batch_loop.h"
#include "torch/training/memory_release.h"

namespace mlfix::freeing_test {
namespace {

const std::string kImports = "import gc, torch\nfrom torch import nn\n";

TEST(Freeing, IsDoneByStatementsTablesAndWordsOfTheCaller) {
  const auto freed = [](const std::string& code) {
    const ModelSnippet s(kImports + code);
    const NodeId found = freeing_in(s.model(), kNoNode, "tidy sweep");
    return found == kNoNode ? "" : std::string(s.tree().text(found));
  };
  EXPECT_EQ(freed("x = 1\ndel x\n"), "del x");
  EXPECT_EQ(freed("x = 1\nx = None\n"), "x = None");
  EXPECT_EQ(freed("gc.collect()\n"), "gc.collect()");
  EXPECT_EQ(freed("helpers.tidy(3)\n"), "helpers.tidy(3)");
  EXPECT_EQ(freed("helpers.tidying(3)\n"), "");
}

TEST(MemoryRelease, IsACallOrAFunctionOfNothingElse) {
  const ModelSnippet s(kImports +
                       "def clean():\n    gc.collect()\n    if torch.cuda.is_available():\n"
                       "        torch.cuda.empty_cache()\n\n\n"
                       "def work(x):\n    gc.collect()\n    return x\n\n\n"
                       "clean()\nwork(1)\n");
  EXPECT_TRUE(only_releases(s.model(), s.definition("clean")));
  EXPECT_FALSE(only_releases(s.model(), s.definition("work")));
  EXPECT_TRUE(releases_memory(s.model(), s.statement("clean()")));
  EXPECT_FALSE(releases_memory(s.model(), s.statement("work(1)")));
}

TEST(BatchLoop, EndsEarlyOrSkipsMostIterations) {
  const auto few = [](const std::string& loop) {
    const ModelSnippet s(kImports + loop);
    return iterates_at_most(s.model(), s.loop(), 10);
  };
  EXPECT_TRUE(few("for i in range(3):\n    step()\n"));
  EXPECT_TRUE(few("for i, x in enumerate(data):\n    if i >= 3:\n        break\n"));
  EXPECT_FALSE(few("for i, x in enumerate(data):\n    if i >= 30:\n        break\n"));
  const ModelSnippet s(kImports +
                       "for i in data:\n    step()\n    if i % 10:\n        continue\n"
                       "    show(torch.cuda.memory_allocated())\n");
  const NodeId skip = first_skip(s.model(), s.tree().child(s.loop(), Field::Body));
  EXPECT_GT(s.at("show(torch.cuda.memory_allocated())"), skip);
  EXPECT_LT(s.at("step()"), skip);
  EXPECT_TRUE(measures_memory(s.model(), s.loop()));
}

TEST(IdleEnd, IsReachedWithoutNeedingMemory) {
  const auto end_behind = [](const std::string& rest) {
    const ModelSnippet s(kImports + "def f(x):\n    y = x + 1\n    del y\n    " + rest + "\n");
    return end_reached_from(s.model(), s.statement("del y")) == s.definition("f");
  };
  EXPECT_TRUE(end_behind("return x"));
  EXPECT_TRUE(end_behind("print(x)"));
  EXPECT_FALSE(end_behind("return x + 1"));
  EXPECT_FALSE(end_behind("print(g(x))"));
}

TEST(SavedByGraph, IsWhatAnOperationNeedsForItsGradient) {
  const auto held = [](const std::string& made) {
    const ModelSnippet s(kImports +
                         "w = torch.ones(3, requires_grad=True)\n"
                         "y = w * 2\nz = " +
                         made + "\ndel y\nz.backward()\n");
    return holder_of(s.model(), s.def("y"), s.statement("del y")) != kNone;
  };
  EXPECT_TRUE(held("(y * y).sum()"));
  EXPECT_FALSE(held("torch.exp(y)")) << "which saves its result";
  EXPECT_FALSE(held("y + 1"));
}

TEST(HeavyObject, IsAModelOrALargeTensor) {
  const ModelSnippet s(kImports +
                       "net = nn.Linear(2, 2)\nloss = nn.MSELoss()\n"
                       "large = torch.zeros(1000, 1000)\nsmall = torch.zeros(3)\n"
                       "use(net, loss, large, small)\n");
  const auto heavy = [&](const std::string& name) {
    return is_heavy(s.model(), s.at(name, 1), 1'000'000);
  };
  EXPECT_TRUE(heavy("net"));
  EXPECT_TRUE(heavy("large"));
  EXPECT_FALSE(heavy("loss"));
  EXPECT_FALSE(heavy("small"));
  EXPECT_EQ(first_heavy_object(s.model()), s.at("nn.Linear(2, 2)"));
}

TEST(KerasModels, AreMadeByCallsAndByFunctions) {
  const ModelSnippet s(
      "from tensorflow import keras\n"
      "def build():\n    return keras.Sequential([])\n\n\n"
      "models = []\nfor i in range(3):\n    a = build()\n    b = keras.Sequential([])\n"
      "    models.append(b)\n    c = keras.Sequential([])\n    c.fit(i)\n");
  EXPECT_TRUE(makes_keras_model(s.model(), s.at("build()")));
  EXPECT_EQ(keras_model_inside(s.model(), s.at("build()")), s.at("keras.Sequential([])"));
  EXPECT_TRUE(constructs_keras_model(s.model(), s.at("keras.Sequential([])", 1)));
  EXPECT_TRUE(is_model_kept(s.model(), s.at("keras.Sequential([])", 1), s.loop()));
  EXPECT_FALSE(is_model_kept(s.model(), s.at("keras.Sequential([])", 2), s.loop()));
  EXPECT_EQ(keras_made_outside(s.model(), s.loop()), kNoNode);
}

}  // namespace
}  // namespace mlfix::freeing_test
