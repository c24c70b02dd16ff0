// Loops: invariance and trip counts.

#include <gtest/gtest.h>

#include "semantic/control/trip_count.h"
#include "support/model_snippet.h"

namespace mlfix::loops_test {
namespace {

const std::string kImports =
    "import torch\nimport torch.distributed as dist\nfrom torch import nn\n";

// Is the argument of hash(...) invariant in the snippet's first loop?
bool invariant(const std::string& code) {
  const ModelSnippet s(kImports + code);
  for (NodeId n = 0; n < s.tree().size(); ++n) {
    if (!s.tree().is(n, Kind::Call)) continue;
    if (s.tree().text(s.tree().child(n, Field::Function)) != "hash") continue;
    return s.is_invariant(s.argument(n), s.loop());
  }
  ADD_FAILURE() << "no hash";
  return false;
}

bool in_loop(const std::string& before, const std::string& body) {
  return invariant(before + "for i in range(3):\n    " + body + "\n");
}

TEST(Invariance, Literals) {
  EXPECT_TRUE(in_loop("", "hash([0, 1])"));
  EXPECT_TRUE(in_loop("", "hash(list(range(4)))"));
  EXPECT_TRUE(in_loop("", "hash((1, 'a', None))"));
}

TEST(Invariance, Names) {
  EXPECT_TRUE(in_loop("ranks = [0, 1]\n", "hash(ranks)"));
  EXPECT_FALSE(in_loop("", "hash([i])"));
  EXPECT_FALSE(in_loop("r = 0\n", "hash([r])\n    r += 1"));
  EXPECT_FALSE(in_loop("", "r = f(i)\n    hash([r])"));
  EXPECT_FALSE(in_loop("r = 0\n", "hash([r])\n    del r"));
  EXPECT_FALSE(in_loop("r = 0\n", "hash([r])\n    with open('f') as r:\n        pass"));
  EXPECT_FALSE(in_loop("r = 0\n", "hash([r])\n    if (r := g()):\n        pass"));
}

TEST(Invariance, ComprehensionsHaveTheirOwnNames) {
  EXPECT_TRUE(in_loop("n = 4\n", "hash([k for k in range(n)])"));
  EXPECT_FALSE(in_loop("n = 4\n", "hash([i + k for k in range(n)])"));
}

TEST(Invariance, Mutation) {
  EXPECT_FALSE(in_loop("ranks = [0]\n", "hash(ranks)\n    ranks.append(i)"));
  EXPECT_FALSE(in_loop("ranks = [0]\n", "hash(ranks)\n    ranks[0] = i"));
  EXPECT_FALSE(in_loop("ranks = [0]\n", "hash(ranks)\n    shuffle(ranks)"));
  EXPECT_TRUE(in_loop("ranks = [0]\n", "hash(ranks)\n    print(ranks, len(ranks))"));
  EXPECT_FALSE(
      in_loop("def grow(l):\n    l.append(1)\nranks = [0]\n", "hash(ranks)\n    grow(ranks)"));
  EXPECT_TRUE(in_loop("def show(l):\n    print(l)\nranks = [0]\n", "hash(ranks)\n    show(ranks)"));
}

TEST(Invariance, OnlyAContainersGetIsARead) {
  EXPECT_TRUE(in_loop("ranks = {'a': 0}\n", "hash(ranks.get('a'))"));
  EXPECT_FALSE(in_loop("import queue\nranks = queue.Queue()\n", "hash(ranks.get(True))"));
  EXPECT_FALSE(invariant("def f(tasks):\n    for i in range(3):\n        hash(tasks.get())\n"));
}

TEST(Invariance, FunctionsOfALibraryDontChangeIt) {
  EXPECT_TRUE(in_loop("import numpy as np\n", "hash(np)\n    np.append([0], i)"));
  EXPECT_FALSE(in_loop("np = [0]\n", "hash(np)\n    np.append(i)"));
}

TEST(Invariance, Attributes) {
  EXPECT_TRUE(
      invariant("class T:\n    def run(self):\n        for i in range(3):\n"
                "            hash(self.ranks)\n"));
  EXPECT_FALSE(
      invariant("class T:\n    def run(self):\n        for i in range(3):\n"
                "            hash(self.ranks)\n            self.ranks = [i]\n"));
  EXPECT_FALSE(
      invariant("class T:\n    def _next(self):\n        self.ranks = [1]\n"
                "    def run(self):\n        for i in range(3):\n"
                "            hash(self.ranks)\n            self._next()\n"));
  EXPECT_FALSE(
      invariant("class T:\n    @property\n    def ranks(self):\n        return [1]\n"
                "    def run(self):\n        for i in range(3):\n"
                "            hash(self.ranks)\n"));
}

TEST(Invariance, GlobalsWrittenByCallees) {
  EXPECT_FALSE(
      invariant("r = 0\ndef bump():\n    global r\n    r += 1\n"
                "for i in range(3):\n    hash(r)\n    bump()\n"));
}

TEST(Invariance, SideEffects) {
  EXPECT_FALSE(in_loop("", "hash(torch.randn(1, 3))"));
  EXPECT_FALSE(in_loop("", "hash(make())"));
  EXPECT_FALSE(in_loop("it = iter([1])\n", "hash(next(it))"));
  EXPECT_TRUE(in_loop("", "hash(torch.zeros(1, 3))"));
  EXPECT_TRUE(in_loop("", "hash(dist.get_world_size())"));
}

TEST(Invariance, ModelsStayTheSameWhenTheyAreCalled) {
  EXPECT_TRUE(
      in_loop("model = nn.Linear(1, 1)\nx = torch.zeros(1)\n", "hash(model)\n    model(x)"));
  EXPECT_FALSE(in_loop("model = nn.Linear(1, 1)\n", "hash(model)\n    model.train()"));
}

TEST(Invariance, WitnessSaysWhy) {
  const ModelSnippet s("r = 0\nfor i in range(3):\n    hash(r)\n    r = i\n");
  EXPECT_EQ(s.variance_witness(s.at("r", 1), s.loop()), s.at("r", 2));
}

TripCount count(const std::string& code) {
  const ModelSnippet s(code);
  return s.trip_count(s.loop());
}

TEST(TripCount, Ranges) {
  EXPECT_EQ(count("for i in range(10):\n    pass\n").count, 10);
  EXPECT_TRUE(count("for i in range(10):\n    pass\n").known);
  EXPECT_EQ(count("for i in range(2, 10, 3):\n    pass\n").count, 3);
  EXPECT_EQ(count("for i in range(5, 0, -2):\n    pass\n").count, 3);
  EXPECT_FALSE(count("for i in range(0):\n    pass\n").certainly_runs);
  EXPECT_TRUE(count("N = 1_000\nfor i in range(N):\n    pass\n").known);
  EXPECT_FALSE(count("for i in range(n):\n    pass\n").known);
}

TEST(TripCount, Others) {
  EXPECT_EQ(count("for i in [1, 2, 3]:\n    pass\n").count, 3);
  EXPECT_TRUE(count("while True:\n    break\n").certainly_runs);
  EXPECT_FALSE(count("while x:\n    pass\n").certainly_runs);
  EXPECT_FALSE(count("for i in range(10):\n    if i:\n        break\n").known);
  EXPECT_TRUE(count("for i in range(10):\n    for j in k:\n        break\n").known);
  EXPECT_TRUE(count("for i in range(10):\n    if i:\n        break\n").certainly_runs);
}

TEST(TripCount, FindsTheIterable) {
  const ModelSnippet s("for i, b in enumerate(tqdm(loader)):\n    pass\n");
  EXPECT_EQ(s.trip_count(s.loop()).expression, s.at("loader"));
  const ModelSnippet r("for i in range(n):\n    pass\n");
  EXPECT_EQ(r.trip_count(r.loop()).expression, r.at("n"));
}

}  // namespace
}  // namespace mlfix::loops_test
