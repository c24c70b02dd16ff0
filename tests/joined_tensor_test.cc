// Tensors that a loop makes longer by joining: what grows, what it costs, whether the parts may be
// kept until the loop ends.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "support/model_snippet.h"
#include "syntax/structure.h"
#include "torch/tensor/changed_in_place.h"
#include "torch/tensor/copying_cost.h"
#include "torch/tensor/float_tensor.h"
#include "torch/tensor/joining_later.h"
#include "torch/tensor/self_join.h"
#include "torch/tensor/stable_tensor.h"

namespace mlfix::joined_tensor_test {
namespace {

const std::string kImports = "import torch\nimport numpy as np\nfrom torch import nn\n";

// The first join of the snippet, with where it shows.
struct Grown {
  explicit Grown(const std::string& code) : snippet(kImports + code) {
    for (NodeId n = 0; !join && n < snippet.tree().size(); ++n) {
      if (snippet.tree().is(n, Kind::Assignment)) join = match_self_join(snippet.model(), n);
    }
    if (!join) return;
    find_first_part(snippet.model(), *join);
    shown = find_exposure(snippet.model(), join->growing);
  }
  std::string text(NodeId n) const {
    return n == kNoNode ? "" : std::string(snippet.tree().text(n));
  }

  ModelSnippet snippet;
  std::optional<SelfJoin> join;
  Exposure shown;
};

std::string joined(const std::string& statement) {
  const Grown g("for i in range(99):\n    " + statement + "\n");
  if (!g.join) return "none";
  std::string parts(g.join->function);
  for (const NodeId part : g.join->parts) parts += " " + g.text(part);
  return parts + (g.join->dim == kNoNode ? "" : " along " + g.text(g.join->dim));
}

TEST(SelfJoin, IsFoundInTheFormsOfTheLibraries) {
  EXPECT_EQ(joined("out = torch.cat((out, a, b))"), "torch.cat a b");
  EXPECT_EQ(joined("out = torch.cat([out, a], dim=1)"), "torch.cat a along 1");
  EXPECT_EQ(joined("out = np.append(out, a, axis=0)"), "numpy.append a along 0");
  EXPECT_EQ(joined("df = df.append(row, ignore_index=True)"), "append row");
}

TEST(SelfJoin, IsNoneOfWhatIsJoinedInAnotherOrderOrPlace) {
  EXPECT_EQ(joined("out = torch.cat((a, out))"), "none");
  EXPECT_EQ(joined("out = torch.cat((out, *parts))"), "none");
  EXPECT_EQ(joined("out = torch.cat((out, a), out=buffer)"), "none");
  EXPECT_EQ(joined("self.out = torch.cat((self.out, a))"), "none");
}

TEST(SelfJoin, GrowsInTheOutermostLoopWithoutAnotherAccess) {
  const Grown g(
      "def f(n):\n"
      "    for epoch in range(n):\n"
      "        out = torch.empty(0)\n"
      "        for i in range(n):\n"
      "            for k in range(n):\n"
      "                out = torch.cat((out, part()))\n");
  ASSERT_TRUE(g.join);
  EXPECT_EQ(g.shown.at, kNoNode);
  EXPECT_EQ(g.join->growing.loop, g.snippet.loop(1));
}

TEST(SelfJoin, ShowsWhereSomebodyReadsWhatHasGrown) {
  const Grown read("for i in range(9):\n    out = torch.cat((out, a))\n    print(out.shape)\n");
  EXPECT_EQ(read.text(read.shown.at), "out");
  const Grown tried(
      "try:\n    for i in range(9):\n        out = torch.cat((out, a))\nexcept OSError:\n    "
      "pass\n");
  EXPECT_NE(tried.shown.at, kNoNode);
}

TEST(SelfJoin, MayTakeTheFirstPartAsItIs) {
  const Grown g(
      "out = None\n"
      "for i in range(99):\n"
      "    if out is None:\n        out = a\n"
      "    else:\n        out = torch.cat((out, a))\n");
  ASSERT_TRUE(g.join);
  EXPECT_NE(g.join->growing.branching, kNoNode);
  EXPECT_EQ(g.shown.at, kNoNode);
}

bool costs(const std::string& code) {
  const Grown g(code);
  return why_copies_hardly_matter(g.snippet.model(), *g.join).empty();
}

TEST(CopyingCost, IsThatOfManyPartsThatSomebodyReads) {
  EXPECT_TRUE(costs("for x in data:\n    out = torch.cat((out, x.mean(0)))\nprint(out)\n"));
  EXPECT_FALSE(costs("for i in range(8):\n    out = torch.cat((out, f(i)))\nprint(out)\n"));
  EXPECT_FALSE(
      costs("def f(data):\n    out = torch.empty(0)\n"
            "    for x in data:\n        out = torch.cat((out, x))\n"));
}

TEST(CopyingCost, IsLittleBesideANetworkOrForAFewNumbers) {
  EXPECT_FALSE(
      costs("net = nn.Linear(2, 2)\nfor x in data:\n    y = net(x)\n"
            "    out = torch.cat((out, y[0]))\nprint(out)\n"));
  EXPECT_FALSE(
      costs("for x in data:\n    row = [1, 2]\n"
            "    out = torch.cat((out, torch.tensor(row)[None]))\nprint(out)\n"));
}

// Does `part`, at the end of the first loop, keep its values until the loop has ended?
bool stable(const std::string& before, const std::string& body) {
  const ModelSnippet s(kImports + before + "for i in range(9):\n" + body + "    print(part)\n");
  return keeps_its_values(s.model(), s.argument(s.at("print(part)")), s.loop());
}

TEST(StableTensor, IsMadeAnewAndOnlyRead) {
  EXPECT_TRUE(stable("", "    part = torch.rand(3)\n"));
  EXPECT_TRUE(stable("", "    part = torch.rand(3).unsqueeze(0)\n    print(part.shape)\n"));
  EXPECT_TRUE(stable("def make(n):\n    return torch.zeros(n)\n", "    part = make(i)\n"));
}

TEST(StableTensor, IsNoPartOfAnotherAndNothingThatIsWrittenTo) {
  EXPECT_FALSE(stable("x = torch.rand(9, 3)\n", "    part = x[i]\n"));
  EXPECT_FALSE(stable("x = torch.rand(9, 3)\n", "    part = x\n    x += 1\n"));
  EXPECT_FALSE(stable("", "    part = torch.rand(3)\n    part.add_(1)\n"));
  EXPECT_FALSE(stable("", "    part = torch.rand(3)\n    fill(part)\n"));
  EXPECT_FALSE(stable("buffer = torch.rand(3)\n", "    part = torch.abs(x, out=buffer)\n"));
}

TEST(StableTensor, GoesByWhatReadersDo) {
  const ModelSnippet s(kImports + "x = torch.rand(3)\ny = torch.exp(x)\nz = x.sub_(y)\n");
  EXPECT_TRUE(only_reads(s.model(), s.at("x", 1)));
  EXPECT_FALSE(only_reads(s.model(), s.at("x", 2)));
}

std::string changed(const std::string& body) {
  const ModelSnippet s(kImports + "for i in range(9):\n    part = f(i)\n    keep(part)\n" + body);
  const NodeId call = s.at("keep(part)");
  const NodeId at = changed_in_place_later(s.model(), s.argument(call),
                                           enclosing_statement(s.tree(), call), s.loop());
  return at == kNoNode ? "" : std::string(s.tree().text(enclosing_statement(s.tree(), at)));
}

TEST(ChangedInPlace, SeesWritesBehindTheStatement) {
  EXPECT_EQ(changed("    part[0] = 1\n"), "part[0] = 1");
  EXPECT_EQ(changed("    torch.abs(y, out=part)\n"), "torch.abs(y, out=part)");
  EXPECT_EQ(changed("    part = part + 1\n"), "");
  EXPECT_EQ(changed("part.zero_()\n"), "");
}

TEST(FirstValue, IsOneThatOnlyTheJoinReads) {
  const auto statement = [](const std::string& code) {
    const Grown g(code);
    return g.text(first_value_of(g.snippet.model(), *g.join).statement);
  };
  const std::string loop = "for x in data:\n    out = torch.cat((out, x))\n";
  EXPECT_EQ(statement("out = torch.empty(0)\n" + loop), "out = torch.empty(0)");
  EXPECT_EQ(statement("out = torch.empty(0)\nprint(out)\n" + loop), "");
  EXPECT_EQ(statement("out = torch.empty(0)\nif data:\n    pass\n" + loop), "out = torch.empty(0)");
  EXPECT_EQ(statement("out = torch.empty(0)\n"
                      "for x in data:\n    if x is None:\n        continue\n"
                      "    out = torch.cat((out, x))\n"),
            "");
}

TEST(FirstValue, IsDispensableBeforeFloats) {
  const auto dispensable = [](const std::string& start, const std::string& part) {
    const Grown g("net = nn.Linear(2, 2)\nout = " + start +
                  "\nfor x in data:\n    out = torch.cat((out, " + part + "))\n");
    return dispensable_start(g.snippet.model(), *g.join) != kNoNode;
  };
  EXPECT_TRUE(dispensable("torch.tensor([])", "net(x)"));
  EXPECT_FALSE(dispensable("torch.tensor([])", "x"));
  EXPECT_FALSE(dispensable("torch.empty(0, 2)", "net(x)"));
  EXPECT_FALSE(dispensable("torch.empty(0, dtype=torch.long)", "net(x)"));
}

TEST(FloatTensor, IsWhatModulesAndMakersWithoutATypeGive) {
  const ModelSnippet s(kImports +
                       "net = nn.Linear(2, 2)\n"
                       "a = torch.rand(3)[0]\nb = net(x).argmax(1)\nc = net(x).abs() + y\n"
                       "d = torch.zeros(3, dtype=torch.long)\ne = x\n");
  EXPECT_TRUE(is_float_tensor(s.model(), s.at("torch.rand(3)[0]")));
  EXPECT_FALSE(is_float_tensor(s.model(), s.at("net(x).argmax(1)")));
  EXPECT_TRUE(is_float_tensor(s.model(), s.at("net(x).abs() + y")));
  EXPECT_FALSE(is_float_tensor(s.model(), s.at("torch.zeros(3, dtype=torch.long)")));
  EXPECT_FALSE(is_float_tensor(s.model(), s.at("x", 2)));
}

}  // namespace
}  // namespace mlfix::joined_tensor_test
