// Autograd functions of the file: what they save, and which tensors they keep on their context.

#include "torch/module/saved_tensors.h"

#include <gtest/gtest.h>

#include <string>

#include "support/model_snippet.h"
#include "torch/module/autograd_function.h"
#include "torch/tensor/changed_in_place.h"

namespace mlfix::saved_tensors_test {
namespace {

struct Function {
  Function(const std::string& forward, const std::string& backward)
      : snippet(
            "import torch\n"
            "class F(torch.autograd.Function):\n"
            "    @staticmethod\n"
            "    def forward(ctx, x, n=1):\n" +
            forward +
            "        return x.exp()\n"
            "    @staticmethod\n"
            "    def backward(ctx, grad):\n" +
            backward + "        return grad, None\n"),
        f(autograd_function_around(snippet.model(), snippet.at("x.exp()"))) {}
  const SemanticModel& model() const { return snippet.model(); }
  // The attribute that forward() stores first.
  NodeId stored() const {
    for (NodeId n = 0; n < snippet.tree().size(); ++n) {
      if (snippet.tree().is(n, Kind::Assignment)) return snippet.tree().child(n, Field::Left);
    }
    return kNoNode;
  }
  NodeId value() const {
    return snippet.tree().child(snippet.tree().parent(stored()), Field::Right);
  }

  ModelSnippet snippet;
  AutogradFunction f;
};

TEST(SavedTensors, AreUnderstoodAsOnePairOfStatements) {
  const Function one("        ctx.save_for_backward(x, n)\n", "        x, n = ctx.saved_tensors\n");
  const SavedTensors saved = saved_tensors_of(one.model(), one.f);
  EXPECT_TRUE(saved.any);
  EXPECT_EQ(saved.call, one.snippet.at("ctx.save_for_backward(x, n)"));
  EXPECT_EQ(saved.unpacking, one.snippet.at("x, n = ctx.saved_tensors"));
}

TEST(SavedTensors, AreNotUnderstoodInOtherForms) {
  const auto pair = [](const std::string& forward, const std::string& backward) {
    const Function function(forward, backward);
    const SavedTensors saved = saved_tensors_of(function.model(), function.f);
    EXPECT_TRUE(saved.any);
    return saved.call != kNoNode;
  };
  const std::string save = "        ctx.save_for_backward(x, n)\n";
  EXPECT_FALSE(pair(save, "        x, = ctx.saved_tensors\n"));
  EXPECT_FALSE(pair(save, "        all = ctx.saved_tensors\n"));
  EXPECT_FALSE(pair(save + save, "        x, n = ctx.saved_tensors\n"));
  EXPECT_FALSE(pair("        if n:\n            ctx.save_for_backward(x, n)\n",
                    "        x, n = ctx.saved_tensors\n"));
  EXPECT_FALSE(pair("        ctx.save_for_backward(*x)\n", "        x, = ctx.saved_tensors\n"));
}

TEST(SavedTensors, MayBeNone) {
  const Function none("        ctx.x = x\n", "        x = ctx.x\n");
  EXPECT_FALSE(saved_tensors_of(none.model(), none.f).any);
}

TEST(ContextTensors, AreTakenUnderAName) {
  const Function function("        ctx.kept = x\n", "        y = ctx.kept\n");
  const ContextUses uses = context_uses(function.model(), function.f, function.stored());
  ASSERT_EQ(uses.reads.size(), 1U);
  EXPECT_EQ(function.snippet.tree().text(name_taken_for(function.model(), function.f, uses)), "y");
  EXPECT_EQ(store_taken_at(function.model(), function.f, uses.reads.front()),
            function.snippet.at("ctx.kept = x"));
}

TEST(ContextTensors, AreKnownByWhatTheMethodsDo) {
  const auto known = [](const std::string& value) {
    const Function function("        ctx.kept = " + value + "\n", "        y = ctx.kept\n");
    const ContextUses uses = context_uses(function.model(), function.f, function.stored());
    return is_known_tensor(function.model(), function.f, function.value(), uses);
  };
  EXPECT_TRUE(known("x"));
  EXPECT_FALSE(known("n"));
}

TEST(ContextTensors, AreMadeByCalls) {
  const auto made = [](const std::string& value) {
    const Function function("        ctx.kept = " + value + "\n", "");
    return made_tensor(function.model(), function.f, function.value());
  };
  EXPECT_EQ(made("torch.zeros(3)"), MadeTensor::Certain);
  EXPECT_EQ(made("x.new_empty(3).normal_()"), MadeTensor::Certain);
  EXPECT_EQ(made("len(x)"), MadeTensor::No);
  EXPECT_EQ(made("x"), MadeTensor::No);
}

TEST(ContextTensors, AreChangedInPlaceBehindTheStore) {
  const auto changed = [](const std::string& line) {
    const Function function("        ctx.kept = x\n        " + line + "\n", "");
    return is_changed_in_place_behind(function.model(), function.value(),
                                      function.snippet.statement("ctx.kept = x"));
  };
  EXPECT_TRUE(changed("x.add_(1)"));
  EXPECT_TRUE(changed("x.T[0] = 1"));
  EXPECT_TRUE(changed("x += 1"));
  EXPECT_FALSE(changed("x = x + 1"));
  EXPECT_FALSE(changed("y = x.add(1)"));
}

}  // namespace
}  // namespace mlfix::saved_tensors_test
