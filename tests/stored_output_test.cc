// What forward() puts on its module, and whether it carries the graph of the run.

#include "torch/module/stored_output.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "semantic/names/letters.h"
#include "support/model_snippet.h"
#include "torch/module/self_store.h"

namespace mlfix::stored_output_test {
namespace {

// A module whose forward() has these lines.
struct Net {
  explicit Net(const std::string& body, const std::string& more = "")
      : snippet(
            "import torch\nfrom torch import nn\n"
            "class Net(nn.Module):\n"
            "    def __init__(self, part):\n"
            "        super().__init__()\n"
            "        self.fc = nn.Linear(2, 2)\n"
            "        self.part = part\n"
            "        self.kept = None\n"
            "    def forward(self, x):\n" +
            body + more) {}
  SelfStore store(const std::string& statement) const {
    return self_store_of(snippet.model(), snippet.at(statement));
  }
  std::string text(NodeId n) const {
    return n == kNoNode ? "" : std::string(snippet.tree().text(n));
  }
  std::string attached(const std::string& statement) const {
    std::string values;
    for (const NodeId value : attached_values(snippet.model(), store(statement))) {
      values += text(value) + " ";
    }
    return values;
  }

  ModelSnippet snippet;
};

TEST(SelfStore, PutsAValueOnAnAttribute) {
  const Net net(
      "        self.h = x\n        self.hs['a'] = x\n        self.hs += [x]\n"
      "        self.hs.append(x)\n        y.h = x\n        z = self.a = x\n");
  EXPECT_EQ(net.text(net.store("self.h = x").attribute), "self.h");
  EXPECT_FALSE(net.store("self.h = x").grows);
  for (const std::string growing : {"self.hs['a'] = x", "self.hs += [x]", "self.hs.append(x)"}) {
    EXPECT_EQ(net.text(net.store(growing).attribute), "self.hs") << growing;
    EXPECT_TRUE(net.store(growing).grows) << growing;
  }
  EXPECT_EQ(net.store("y.h = x").attribute, kNoNode);
  EXPECT_EQ(net.store("z = self.a = x").attribute, kNoNode);
}

TEST(SelfStore, RunsInForwardOrWhatItCalls) {
  const Net net("        self.h = x\n        return self.keep(x)\n",
                "    def keep(self, x):\n        self.a = x\n"
                "    def other(self, x):\n        self.b = x\n");
  EXPECT_TRUE(runs_in_forward(net.snippet.model(), net.snippet.at("self.h = x")));
  EXPECT_TRUE(runs_in_forward(net.snippet.model(), net.snippet.at("self.a = x")));
  EXPECT_FALSE(runs_in_forward(net.snippet.model(), net.snippet.at("self.b = x")));
}

TEST(SelfStore, IsReleasedWhereTheAttributeIsEmptied) {
  const auto released = [](const std::string& more) {
    const Net net("        self.kept = x\n", more);
    return is_released_elsewhere(net.snippet.model(), net.store("self.kept = x"));
  };
  EXPECT_FALSE(released(""));
  EXPECT_TRUE(released("    def reset(self):\n        self.kept = None\n"));
  EXPECT_TRUE(released("    def reset(self):\n        del self.kept\n"));
}

TEST(StoredOutput, IsAttachedByWhatComputesIt) {
  EXPECT_EQ(Net("        self.h = self.fc(x)\n").attached("self.h = self.fc(x)"), "self.fc(x) ");
  EXPECT_EQ(Net("        self.h = x\n").attached("self.h = x"), "");
  EXPECT_EQ(Net("        self.h = self.fc(x).detach()\n").attached("self.h = self.fc(x).detach()"),
            "");
}

TEST(StoredOutput, IsAttachedWhereForwardReturnsWhatACallMadeOfItsInput) {
  EXPECT_EQ(
      Net("        y = build(x)\n        self.h = y\n        return y\n").attached("self.h = y"),
      "y ");
  EXPECT_EQ(Net("        y = build(x)\n        self.h = y\n").attached("self.h = y"), "");
}

TEST(StoredOutput, IsAttachedWhereTheRunGoesOnWithWhatAPartMade) {
  const std::string store = "self.h = self.part(x)";
  EXPECT_EQ(Net("        " + store + "\n        return self.fc(self.h)\n").attached(store),
            "self.part(x) ");
  EXPECT_EQ(Net("        " + store + "\n        return Output(logits=self.h)\n").attached(store),
            "self.part(x) ");
  EXPECT_EQ(Net("        " + store + "\n        print(self.h)\n").attached(store), "");
}

TEST(StoredOutput, MayBeReturnedFromItsAttribute) {
  const auto returned = [](const std::string& line) {
    const Net net("        self.h = x\n        " + line + "\n");
    return is_returned_from_attribute(net.snippet.model(), net.store("self.h = x"));
  };
  EXPECT_TRUE(returned("return self.h"));
  EXPECT_TRUE(returned("return self.h * 2"));
  EXPECT_FALSE(returned("print(self.h)"));
}

TEST(Letters, SayWhetherANameIsThatOfAClass) {
  EXPECT_TRUE(begins_like_class("Module"));
  EXPECT_TRUE(begins_like_class("_Module"));
  EXPECT_FALSE(begins_like_class("module"));
  EXPECT_FALSE(begins_like_class("__"));
  EXPECT_FALSE(begins_like_class(""));
  EXPECT_EQ(in_lower_case("LossWindow_2"), "losswindow_2");
}

}  // namespace
}  // namespace mlfix::stored_output_test
