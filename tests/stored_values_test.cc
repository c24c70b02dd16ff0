// Statements that put values into containers, and what such values are made of.

#include <gtest/gtest.h>

#include <string>

#include "semantic/flow/container_store.h"
#include "support/model_snippet.h"
#include "torch/graph/policy_output.h"
#include "torch/graph/value_sources.h"
#include "torch/tensor/kept_dimension.h"

namespace mlfix::stored_values_test {
namespace {

std::string text_of(const ModelSnippet& s, const std::optional<ContainerStore>& store) {
  if (!store) return "";
  return std::string(s.tree().text(store->container)) + " <- " +
         std::string(s.tree().text(store->value));
}

TEST(ContainerStore, IsACallOrAnAssignment) {
  const auto by_method = [](const std::string& call) {
    const ModelSnippet s("xs = []\n" + call + "\n");
    return text_of(s, store_by_method(s.model(), s.at(call)));
  };
  EXPECT_EQ(by_method("xs.append(v)"), "xs <- v");
  EXPECT_EQ(by_method("xs.insert(0, v)"), "xs <- v");
  EXPECT_EQ(by_method("xs.index(v)"), "");
  const auto by_assignment = [](const std::string& statement) {
    const ModelSnippet s("xs = {}\nfor i in data:\n    " + statement + "\n");
    return text_of(s, store_by_assignment(s.model(), s.at(statement)));
  };
  EXPECT_EQ(by_assignment("xs[i] = v"), "xs <- v");
  EXPECT_EQ(by_assignment("xs[0] = v"), "") << "is replaced each time";
  EXPECT_EQ(by_assignment("xs += [v]"), "xs <- [v]");
  EXPECT_EQ(by_assignment("xs = xs + [v]"), "xs <- [v]");
}

TEST(Displays, StandForTheNamesOfTheirIteration) {
  const ModelSnippet s(
      "old = {'a': 0}\nfor x in data:\n    new = {'a': x}\n    keep(new, old, x)\n");
  const auto behind = [&](const std::string& name) {
    const auto at = s.at(name, 1);
    return std::string(s.tree().text(display_behind(s.model(), at)));
  };
  EXPECT_EQ(behind("new"), "{'a': x}");
  EXPECT_EQ(behind("old"), "old");
  EXPECT_EQ(behind("x"), "x");
}

TEST(PolicyOutput, CarriesAGraphUnlessItIsAnIndex) {
  const std::string begin =
      "import torch\nfrom torch import nn\nfrom torch.distributions import Categorical\n"
      "policy = nn.Linear(4, 2)\nq = policy(state)\ndist = Categorical(policy(state))\n";
  const auto carries = [&](const std::string& value) {
    const ModelSnippet s(begin + "keep(" + value + ")\n");
    const NodeId call = s.at("keep(" + value + ")");
    return carries_policy_graph(s.model(), s.argument(call));
  };
  EXPECT_TRUE(carries("q"));
  EXPECT_TRUE(carries("dist.log_prob(a)"));
  EXPECT_FALSE(carries("q.max(1)[1]"));
  EXPECT_FALSE(carries("q.detach()"));
}

TEST(KeptDimension, IsThatOfAReductionOfATensor) {
  const auto dimension = [](const std::string& call) {
    const ModelSnippet s("import numpy as np\nimport torch\n" + call + "\n");
    const auto found = kept_dimension(s.model(), s.at(call));
    return found ? std::string(s.tree().text(found->dim)) : "";
  };
  EXPECT_EQ(dimension("x.mean(1, keepdim=True)"), "1");
  EXPECT_EQ(dimension("torch.max(x, dim=-1, keepdim=True)"), "-1");
  EXPECT_EQ(dimension("x.norm(2, 0, keepdim=True)"), "0");
  EXPECT_EQ(dimension("x.mean(1, keepdim=False)"), "");
  EXPECT_EQ(dimension("np.mean(x, 1, keepdim=True)"), "");
}

}  // namespace
}  // namespace mlfix::stored_values_test
