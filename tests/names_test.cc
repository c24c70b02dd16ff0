// Names, callees and call sites.

#include <gtest/gtest.h>

#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "support/model_snippet.h"

namespace mlfix::names_test {
namespace {

TEST(Names, FollowImportsAndAliases) {
  const ModelSnippet s(
      "import torch as th\n"
      "import torch.nn.functional as F\n"
      "from torch import no_grad as ng, nn\n"
      "import mypkg.utils\n"
      "cat = th.cat\n"
      "th.no_grad()\n"
      "ng()\n"
      "F.relu(x)\n"
      "nn.Linear(1, 2)\n"
      "mypkg.utils.train()\n"
      "cat(x)\n"
      "float(y)\n");
  EXPECT_TRUE(s->is_call_to(s.at("th.no_grad()"), "torch.no_grad"));
  EXPECT_TRUE(s->is_call_to(s.at("ng()"), "torch.autograd.no_grad"));
  EXPECT_FALSE(s->is_call_to(s.at("ng()"), "torch.enable_grad"));
  EXPECT_EQ(s->qualified_text(s.at("F.relu")), "torch.nn.functional.relu");
  EXPECT_EQ(s->qualified_text(s.at("nn.Linear")), "torch.nn.Linear");
  EXPECT_EQ(s->qualified_text(s.at("mypkg.utils.train")), "mypkg.utils.train");
  EXPECT_EQ(s->qualified_name(s.at("mypkg.utils.train")), kNoSymbol);
  EXPECT_TRUE(s->is_named(s.at("mypkg.utils.train"), "mypkg.utils.train"));
  EXPECT_TRUE(s->is_call_to(s.at("cat(x)"), "torch.cat"));
  EXPECT_TRUE(s->is_call_to(s.at("float(y)"), "builtins.float"));
}

TEST(Names, HoldOnAllPathsOrNotAtAll) {
  const ModelSnippet s(
      "try:\n"
      "    import torch\n"
      "except ImportError:\n"
      "    torch = None\n"
      "def float(x):\n"
      "    return x\n"
      "torch.no_grad()\n"
      "float(y)\n");
  EXPECT_EQ(s->qualified_text(s.at("torch.no_grad")), "");
  EXPECT_FALSE(s->is_call_to(s.at("float(y)"), "builtins.float"));
}

TEST(Names, SubmoduleImportsAgree) {
  const ModelSnippet s(
      "import torch\nimport torch.utils.data\n"
      "def f():\n    return torch.utils.data.DataLoader(d)\n");
  EXPECT_TRUE(s->is_call_to(s.at("torch.utils.data.DataLoader(d)"), "torch.utils.data.DataLoader"));
}

TEST(Names, Arguments) {
  const ModelSnippet s("f(a, b, k=c)\ng(*a, b)\nh(**kw)\n");
  EXPECT_EQ(s->argument(s.at("f(a, b, k=c)"), 1, "x"), s.at("b"));
  EXPECT_EQ(s->argument(s.at("f(a, b, k=c)"), 2, "k"), s.at("c"));
  EXPECT_EQ(s->argument(s.at("g(*a, b)"), 1, ""), kNoNode);
  EXPECT_EQ(s->argument(s.at("h(**kw)"), 0, "k"), kNoNode);
}

TEST(Names, CalleesThroughSelfBasesAndInstances) {
  const ModelSnippet s(
      "import torch.nn as nn\n"
      "class Base(nn.Module):\n"
      "    def helper(self):\n"
      "        pass\n"
      "class Net(Base):\n"
      "    def __init__(self):\n"
      "        self.head = Head()\n"
      "    def forward(self, x):\n"
      "        self.helper()\n"
      "        return self.head(x)\n"
      "class Head(nn.Module):\n"
      "    def forward(self, x):\n"
      "        return x\n"
      "net = Net().to(device)\n"
      "net(1)\n"
      "unknown(net)\n");
  EXPECT_EQ(s->callee(s.at("self.helper()")), s.definition("helper"));
  EXPECT_EQ(s->class_of(s->callee(s.at("self.head(x)"))), s.definition("Head"));
  EXPECT_EQ(s->callee(s.at("net(1)")), s.definition("forward"));
  EXPECT_EQ(s->callee(s.at("Net()")), s.definition("__init__"));
  EXPECT_EQ(s->callee(s.at("unknown(net)")), kNoNode);
  EXPECT_TRUE(s->derives_from(s.definition("Net"), "torch.nn.Module"));
  EXPECT_FALSE(s->derives_from(s.definition("Net"), "keras.Model"));
}

TEST(Names, OverriddenMethodsHaveNoCallee) {
  const ModelSnippet s(
      "class A:\n"
      "    def run(self):\n"
      "        self.step()\n"
      "    def step(self):\n"
      "        pass\n"
      "class B(A):\n"
      "    def step(self):\n"
      "        pass\n");
  EXPECT_EQ(s->callee(s.at("self.step()")), kNoNode);
}

TEST(Names, CallSitesAreCompleteForPrivateFunctionsOnly) {
  const ModelSnippet s(
      "def _private(x):\n"
      "    pass\n"
      "def public(x):\n"
      "    _private(x)\n"
      "    def nested():\n"
      "        pass\n"
      "    nested()\n"
      "def _given(x):\n"
      "    pass\n"
      "register(_given)\n"
      "public(1)\n");
  EXPECT_TRUE(s->call_sites(s.definition("_private")).complete);
  EXPECT_EQ(s->call_sites(s.definition("_private")).calls.size(), 1u);
  EXPECT_FALSE(s->call_sites(s.definition("public")).complete);
  EXPECT_EQ(s->call_sites(s.definition("public")).calls.size(), 1u);
  EXPECT_TRUE(s->call_sites(s.definition("nested")).complete);
  EXPECT_FALSE(s->call_sites(s.definition("_given")).complete);
  EXPECT_EQ(s->call_sites(s.definition("_given")).value_use, s.at("_given", 1));
}

TEST(Names, ImportsMentionsAndFrameworks) {
  const ModelSnippet s(
      "import lightning.pytorch as pl\n"
      "from torch import nn\n"
      "class M(pl.LightningModule):\n"
      "    def validation_step(self, batch):\n"
      "        'captum'\n");
  EXPECT_TRUE(s->imports("lightning"));
  EXPECT_TRUE(s->imports("torch.nn"));
  EXPECT_FALSE(s->imports("torchvision"));
  EXPECT_TRUE(s->mentions("batch"));
  EXPECT_FALSE(s->mentions("captum"));
  ASSERT_NE(s->framework_of(s.definition("M")), nullptr);
  EXPECT_EQ(s->framework_of(s.definition("M"))->name, "PyTorch Lightning");
  EXPECT_TRUE(s->derives_from(s.definition("M"), "torch.nn.Module"));
}

TEST(Names, RootsOfPaths) {
  const ModelSnippet s(
      "model.layer[2].weight\n"
      "self.model.parts()\n"
      "dict(net.named_modules())[k]\n"
      "unseen(net)[0]\n"
      "(1).real\n");
  const auto root = [&](std::string_view path) {
    const NodeId n = root_of(s.model(), s.at(path));
    return n == kNoNode ? "" : std::string(s.tree().text(n));
  };
  EXPECT_EQ(root("model.layer[2].weight"), "model");
  EXPECT_EQ(root("self.model.parts()"), "self");
  EXPECT_EQ(root("dict(net.named_modules())[k]"), "net") << "handed on by dict()";
  EXPECT_EQ(root("unseen(net)[0]"), "") << "it may give anything";
  EXPECT_EQ(root("(1).real"), "");
  EXPECT_EQ(s.tree().text(root_of_path(s.model(), s.at("dict(net.named_modules())[k]"))),
            "dict(net.named_modules())");
}

}  // namespace
}  // namespace mlfix::names_test
