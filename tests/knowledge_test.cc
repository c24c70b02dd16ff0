// The knowledge tables: what the shipped ones say, and what is wrong with others.

#include <gtest/gtest.h>

#include "config/knowledge_loader.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

const Knowledge& shipped() {
  static const Result<Knowledge> knowledge = shipped_knowledge();
  if (!knowledge) throw std::runtime_error(knowledge.error().to_string());
  return *knowledge;
}

const CallableInfo& callable(std::string_view name) {
  const CallableInfo* info = shipped().callable(shipped().find(name));
  static const CallableInfo kNothing;
  EXPECT_NE(info, nullptr) << name;
  return info == nullptr ? kNothing : *info;
}

TEST(Knowledge, ShippedTablesLoad) {
  const auto knowledge = shipped_knowledge();
  ASSERT_TRUE(knowledge) << knowledge.error().to_string();
}

TEST(Knowledge, FollowsReexports) {
  const Knowledge& k = shipped();
  EXPECT_EQ(k.find("torch.autograd.grad_mode.no_grad"), k.find("torch.no_grad"));
  EXPECT_EQ(k.find("torch.utils.data.dataloader.DataLoader"),
            k.find("torch.utils.data.DataLoader"));
  EXPECT_EQ(k.find("tensorflow.keras.models.Sequential"), k.find("keras.Sequential"));
  EXPECT_EQ(k.find("lightning.pytorch.LightningModule"),
            k.find("pytorch_lightning.LightningModule"));
  EXPECT_EQ(k.canonical_text("tensorflow.keras.Strange"), "keras.Strange");
  EXPECT_EQ(k.canonical_text("mypkg.train"), "mypkg.train");
  EXPECT_EQ(k.find("mypkg.train"), kNoSymbol);
}

TEST(Knowledge, KnowsGradSwitches) {
  EXPECT_EQ(callable("torch.no_grad").grad_switch, GradSwitch::Disables);
  EXPECT_EQ(callable("torch.set_grad_enabled").grad_switch, GradSwitch::ByArgument);
  EXPECT_EQ(callable("torch.enable_grad").grad_switch, GradSwitch::Enables);
}

TEST(Knowledge, TheLongestPatternWins) {
  EXPECT_TRUE(callable("torchvision.models.resnet18").result.has(Fact::Module));
  EXPECT_FALSE(callable("torchvision.models.ResNet18_Weights.DEFAULT").result.has(Fact::Module));
  EXPECT_TRUE(callable("torch.optim.lr_scheduler.StepLR").result.has(Fact::Scheduler));
  EXPECT_TRUE(callable("torch.optim.SomethingNew").result.has(Fact::Optimizer));
  EXPECT_TRUE(
      callable("transformers.AutoModelForCausalLM.from_pretrained").result.has(Fact::Module));
  EXPECT_FALSE(callable("transformers.AutoTokenizer.from_pretrained").result.has(Fact::Module));
}

TEST(Knowledge, ClassesSayWhatInstancesAre) {
  const Knowledge& k = shipped();
  const Symbol linear = k.find("torch.nn.Linear");
  EXPECT_TRUE(k.instance_facts(linear)->has(Fact::Module));
  EXPECT_TRUE(k.derives(linear, k.find("torch.nn.Module")));
  EXPECT_TRUE(k.instance_call(linear)->result.has(Fact::GradTensor));
  EXPECT_FALSE(k.instance_call(k.find("torch.nn.ReLU"))->result.has(Fact::GradTensor));
  EXPECT_TRUE(k.instance_facts(k.find("torch.nn.MSELoss"))->has(Fact::Loss));
  const auto fast_path = static_cast<EffectBits>(Effect::FastPath);
  EXPECT_NE(k.instance_call(k.find("torch.nn.TransformerEncoder"))->effects & fast_path, 0u);
}

TEST(Knowledge, MethodsDependOnTheReceiver) {
  const Knowledge& k = shipped();
  const Facts optimizer{FactSet(Fact::Optimizer), FactSet(Fact::Optimizer), {}};
  const Facts unknown;
  EXPECT_NE(k.method("step", optimizer)->effects, 0u);
  EXPECT_EQ(k.method("step", unknown), nullptr);
  EXPECT_TRUE(k.method("detach", unknown)->ends_graph);
  EXPECT_EQ(k.method("frobnicate", optimizer), nullptr);
}

TEST(Knowledge, WeakNames) {
  const Knowledge& k = shipped();
  EXPECT_TRUE(k.weak_facts_of_name("model").has(Fact::Module));
  EXPECT_TRUE(k.weak_facts_of_name("_val_loader").has(Fact::DataLoader));
  EXPECT_TRUE(k.weak_facts_of_name("criterion").has(Fact::Loss));
  EXPECT_TRUE(k.weak_facts_of_name("d_optimizer").has(Fact::Optimizer));
  EXPECT_TRUE(k.weak_facts_of_name("banana").empty());
}

TEST(Knowledge, FrameworksOwnTheirMethods) {
  const Knowledge& k = shipped();
  const FrameworkInfo* lightning = k.framework(k.find("lightning.LightningModule"));
  ASSERT_NE(lightning, nullptr);
  EXPECT_EQ(lightning->name, "PyTorch Lightning");
  EXPECT_TRUE(lightning->owns_zero_grad);
}

TEST(Knowledge, Wildcards) {
  EXPECT_TRUE(matches_wildcard("captum.attr.Saliency", "captum.*"));
  EXPECT_TRUE(matches_wildcard("ab", "*a*b*"));
  EXPECT_FALSE(matches_wildcard("captum", "captum.*"));
  EXPECT_FALSE(matches_wildcard("abc", "*b"));
}

TEST(Knowledge, UsersExtendTheTables) {
  Knowledge k = shipped();
  const auto done = extend_knowledge(k,
                                     "functions:\n"
                                     "  - {names: mypkg.free_gpu, effects: Frees}\n"
                                     "names:\n"
                                     "  - {names: brain, facts: Module}\n",
                                     "mlfix.yaml");
  ASSERT_TRUE(done) << done.error().to_string();
  EXPECT_EQ(k.callable(k.find("mypkg.free_gpu"))->effects, static_cast<EffectBits>(Effect::Frees));
  EXPECT_TRUE(k.weak_facts_of_name("brain").has(Fact::Module));
}

struct Wrong {
  std::string yaml;
  std::uint32_t line;
  std::string words;
};

class WrongKnowledge : public testing::TestWithParam<Wrong> {};

TEST_P(WrongKnowledge, IsAnErrorWithItsLine) {
  Knowledge k;
  const auto done = extend_knowledge(k, GetParam().yaml, "mlfix.yaml");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::Configuration);
  EXPECT_EQ(done.error().line, GetParam().line);
  EXPECT_NE(done.error().to_string().find(GetParam().words), std::string::npos)
      << done.error().to_string();
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongKnowledge,
    testing::Values(Wrong{"function:\n  - {names: a}\n", 1, "functions"},
                    Wrong{"functions:\n  - {names: a}\n  - {names: b, resul: Tensor}\n", 3,
                          "result"},
                    Wrong{"functions:\n  - names: a\n    result: Tenzor\n", 3, "Tensor"},
                    Wrong{"methods:\n  - {names: a, effects: Free}\n", 2, "Frees"},
                    Wrong{"functions:\n  - {names: a, pure: 3}\n", 2, "pure"},
                    Wrong{"functions: 3\n", 1, "list"}, Wrong{"functions: [\n", 2, "YAML"}));

}  // namespace
}  // namespace mlfix
