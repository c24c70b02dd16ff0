// Which values of a module carry the graph of its run, and which of them are certainly tensors.

#include "torch/module/module_attachment.h"

#include <gtest/gtest.h>

#include <string>

#include "support/model_snippet.h"

namespace mlfix::module_attachment_test {
namespace {

// Of `kept` in keep(kept), after those lines of a forward() and before those functions.
std::string attachment_after(const std::string& lines, const std::string& functions = "") {
  const ModelSnippet s(
      "import torch\nimport numpy as np\nfrom torch import nn\n"
      "class Net(nn.Module):\n"
      "    def __init__(self, part):\n"
      "        super().__init__()\n"
      "        self.fc = nn.Linear(2, 2)\n"
      "        self.count = 0\n"
      "    def forward(self, x, other, momentum):\n" +
      lines + "        keep(kept)\n" + functions);
  const NodeId call = s.at("keep(kept)");
  switch (attachment_in_module(s.model(), s.argument(call))) {
    case Attachment::None:
      return "none";
    case Attachment::Likely:
      return "likely";
    case Attachment::Proven:
      return "proven";
  }
  return "";
}

std::string attachment_of_value(const std::string& value, const std::string& functions = "") {
  return attachment_after("        kept = " + value + "\n", functions);
}

TEST(ModuleAttachment, InputsCountAndSettingsDoNot) {
  EXPECT_EQ(attachment_of_value("x"), "likely");
  EXPECT_EQ(attachment_of_value("x * 2"), "likely");
  EXPECT_EQ(attachment_of_value("momentum"), "none");
  EXPECT_EQ(attachment_of_value("x.detach()"), "none");
  EXPECT_EQ(attachment_of_value("x.shape[0]"), "none");
  EXPECT_EQ(attachment_of_value("x.size(0)"), "none");
  EXPECT_EQ(attachment_of_value("np.mean(x)"), "none");
  EXPECT_EQ(attachment_of_value("self.count"), "none");
}

TEST(ModuleAttachment, AMethodThatArraysDoNotHaveShowsATensor) {
  EXPECT_EQ(attachment_of_value("x.mean(0)"), "likely");
  EXPECT_EQ(attachment_of_value("x.mean(dim=0)"), "proven");
  EXPECT_EQ(attachment_of_value("x.norm()"), "proven");
  EXPECT_EQ(attachment_of_value("x.norm().mean(0)"), "proven");
  EXPECT_EQ(attachment_of_value("self.fc(x).mean(0)"), "proven");
  EXPECT_EQ(attachment_of_value("unseen(x)"), "none");
  // The receiver is nothing that the run computes.
  EXPECT_EQ(attachment_of_value("x + self.part.norm()"), "likely");
}

TEST(ModuleAttachment, OneTensorMakesASumATensor) {
  EXPECT_EQ(attachment_of_value("(x - x.norm()) * momentum"), "proven");
  EXPECT_EQ(attachment_of_value("x - other"), "likely");
  EXPECT_EQ(attachment_of_value("x.norm() if momentum else other"), "likely");
  EXPECT_EQ(attachment_of_value("x.norm() if momentum else other.norm()"), "proven");
}

TEST(ModuleAttachment, WhatIsAddedInPlaceIsATensorWhereTheSumWasOneOrANumber) {
  EXPECT_EQ(attachment_after("        kept = 0\n        kept += x.norm()\n"), "proven");
  EXPECT_EQ(attachment_after("        kept = x.norm()\n        kept += other\n"), "proven");
  EXPECT_EQ(attachment_after("        kept = other\n        kept += x.norm()\n"), "likely");
}

TEST(ModuleAttachment, GoesThroughAnyNumberOfNames) {
  std::string lines = "        a0 = x.mean(dim=0)\n";
  for (int i = 1; i < 300; ++i) {
    lines += "        a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " * 2\n";
  }
  EXPECT_EQ(attachment_after(lines + "        kept = a299\n"), "proven");
}

TEST(ModuleAttachment, GoesThroughLoops) {
  EXPECT_EQ(attachment_after("        kept = x.norm()\n"
                             "        for i in range(3):\n"
                             "            kept = kept * 2 + other\n"),
            "proven");
  EXPECT_EQ(attachment_after("        kept = 0.0\n"
                             "        for i in range(3):\n"
                             "            kept = kept * 2 + other\n"),
            "likely");
  EXPECT_EQ(attachment_after("        kept = 0.0\n"
                             "        for i in range(3):\n"
                             "            kept = kept * 2\n"),
            "none");
  EXPECT_EQ(attachment_after("        for kept in x:\n"
                             "            pass\n"),
            "likely");
  EXPECT_EQ(attachment_after("        for kept, _ in enumerate(x):\n"
                             "            pass\n"),
            "none");
}

TEST(ModuleAttachment, GoesThroughFunctionsOfTheFileThatAreGivenAnInput) {
  const std::string helpers =
      "def scaled(value):\n    return value * 2\n"
      "def summed(value):\n    return value.sum(dim=0)\n"
      "def counted(value):\n    return len(value)\n"
      "def both(value):\n    return value.sum(dim=0), len(value)\n"
      "def swapped(a, b):\n    return b, a\n";
  EXPECT_EQ(attachment_of_value("scaled(x)", helpers), "likely");
  EXPECT_EQ(attachment_of_value("scaled(2)", helpers), "none");
  EXPECT_EQ(attachment_of_value("summed(x)", helpers), "proven");
  EXPECT_EQ(attachment_of_value("counted(x)", helpers), "none");
  EXPECT_EQ(attachment_after("        kept, n = both(x)\n", helpers), "proven");
  EXPECT_EQ(attachment_after("        n, kept = both(x)\n", helpers), "none");
  EXPECT_EQ(attachment_after("        kept, n = swapped(3, x)\n", helpers), "likely");
  EXPECT_EQ(attachment_after("        kept, n = swapped(x, 3)\n", helpers), "none");
  EXPECT_EQ(attachment_after("        n, kept = swapped(b=3, a=x)\n", helpers), "likely");
}

// Somebody else's method of that name may give something else.
TEST(ModuleAttachment, AMethodOfTheModuleShowsNoTensor) {
  const std::string method = "    def part(self, value):\n        return value.norm() * 2\n";
  EXPECT_EQ(attachment_of_value("self.part(x)", method), "likely");
  const std::string named = "    def norm(self, value):\n        return value * 2\n";
  EXPECT_EQ(attachment_of_value("self.norm(x)", named), "likely");
  const std::string still = "    @staticmethod\n    def second(a, b):\n        return b\n";
  EXPECT_EQ(attachment_of_value("self.second(3, x)", still), "likely");
  EXPECT_EQ(attachment_of_value("self.second(x, 3)", still), "none");
  const std::string off =
      "    @torch.no_grad()\n    def part(self, value):\n        return value.norm() * 2\n";
  EXPECT_EQ(attachment_of_value("self.part(x)", off), "none");
}

TEST(ModuleAttachment, ItemsAreFollowedToTheirPlace) {
  const std::string entries = "        entries = {'mean': x.mean(dim=0), 'size': x.size(0)}\n";
  EXPECT_EQ(attachment_after(entries + "        kept = entries['mean']\n"), "likely");
  EXPECT_EQ(attachment_after(entries + "        kept = entries['size']\n"), "none");
  EXPECT_EQ(attachment_of_value("(x.norm(), 3)[0]"), "proven");
  EXPECT_EQ(attachment_of_value("[x.norm(), 3][0]"), "likely");  // a list may change
  EXPECT_EQ(attachment_after("        kept, i = x.topk(3)\n"), "proven");
  EXPECT_EQ(attachment_after("        i, kept = x.topk(3)\n"), "none");
  EXPECT_EQ(attachment_after("        kept, other = torch.split(x, 3)\n"), "proven");
  EXPECT_EQ(attachment_after("        kept, other = x\n"), "likely");
}

TEST(ModuleAttachment, WhatIsComputedWithoutGradientsHasNoGraph) {
  EXPECT_EQ(attachment_after("        with torch.no_grad():\n            kept = x * 2\n"), "none");
  EXPECT_EQ(attachment_after("        with torch.no_grad():\n            kept = x\n"), "likely");
}

// A circle of functions ends, whatever it is asked for first.
TEST(ModuleAttachment, FunctionsMayCallThemselves) {
  const std::string again =
      "def again(value, n):\n"
      "    if n == 0:\n        return value.norm()\n"
      "    return again(value * 2, n - 1) + 1\n";
  EXPECT_EQ(attachment_of_value("again(x, 3)", again), "proven");
  EXPECT_EQ(attachment_of_value("again(1, 3)", again), "none");
  const std::string turned =
      "def turned(a, b, n):\n"
      "    if n == 0:\n        return a\n"
      "    return turned(b, a, n - 1)\n";
  EXPECT_EQ(attachment_of_value("turned(1, x, 3)", turned), "likely");
  EXPECT_EQ(attachment_of_value("turned(1, 2, 3)", turned), "none");
  const std::string parts =
      "def parts(a, n):\n"
      "    if n == 0:\n        return a, n\n"
      "    first, rest = parts(a, n - 1)\n"
      "    return first * 2, rest\n";
  EXPECT_EQ(attachment_after("        kept, n = parts(x, 3)\n", parts), "likely");
  // In a circle all that is given counts.
  EXPECT_EQ(attachment_after("        n, kept = parts(x, 3)\n", parts), "likely");
}

}  // namespace
}  // namespace mlfix::module_attachment_test
