// The knowledge tables: what the shipped ones say, and what is wrong with others.

#include "semantic/knowledge/knowledge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "config/knowledge_loader.h"

namespace mlfix::knowledge_test {
namespace {

Result<void> extended(Knowledge& knowledge, std::string_view yaml, const char* path) {
  const auto document = parse_yaml(yaml, path);
  return document ? extend_knowledge(knowledge, *document, path) : tl::unexpected(document.error());
}

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

TEST(Knowledge, EveryMeaningAndEveryHintHasRows) {
  for (std::size_t i = 0; i < kMeanings; ++i) {
    const auto meaning = static_cast<Meaning>(i);
    // Some methods have the meaning on receivers of one kind alone: Engine.prepare.
    EXPECT_TRUE(!shipped().names(meaning).empty() ||
                shipped().depends_on_receiver(meaning, "prepare"))
        << info_of(meaning).name;
    EXPECT_EQ(meaning_named(info_of(meaning).name), meaning);
  }
  for (std::size_t i = 0; i < kHints; ++i) {
    const auto hint = static_cast<Hint>(i);
    EXPECT_FALSE(shipped().hints().words(hint).empty()) << info_of(hint).name;
    EXPECT_EQ(hint_named(info_of(hint).name), hint);
  }
}

TEST(Knowledge, MeaningsAreOfNames) {
  const Knowledge& k = shipped();
  EXPECT_TRUE(k.means(Meaning::StoresArgument, "append"));
  EXPECT_FALSE(k.means(Meaning::StoresArgument, "appen"));
  EXPECT_FALSE(k.means(Meaning::StoresArgument, ""));
  EXPECT_TRUE(k.covers(Meaning::PurePackage, "numpy.linalg.norm"));
  EXPECT_TRUE(k.covers(Meaning::PurePackage, "numpy"));
  EXPECT_FALSE(k.covers(Meaning::PurePackage, "numpyro.sample"));
}

TEST(Knowledge, HintsMatchAsTheySay) {
  const Hints& hints = shipped().hints();
  EXPECT_TRUE(hints.suggests(Hint::Data, "batch"));  // Is
  EXPECT_FALSE(hints.suggests(Hint::Data, "batches"));
  EXPECT_TRUE(hints.suggests(Hint::Network, "q_network"));  // Ends
  EXPECT_FALSE(hints.suggests(Hint::Network, "network_size"));
  EXPECT_TRUE(hints.suggests(Hint::Training, "pretrain_step"));  // Contains
  EXPECT_FALSE(hints.suggests(Hint::Training, "TRAIN"));
  EXPECT_TRUE(hints.suggests(Hint::Replay, "ReplayBuffer"));  // ContainsAnyCase
  EXPECT_FALSE(hints.suggests(Hint::Replay, "buffer"));
}

TEST(Knowledge, ResourcesSayWhatGivesThemBack) {
  const ResourceInfo* file = shipped().resource("tempfile.NamedTemporaryFile");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->keyword, "delete");
  EXPECT_EQ(file->value, "False");
  EXPECT_EQ(file->release, "os.remove");
  EXPECT_TRUE(file->released_by.contains("unlink"));
  EXPECT_TRUE(file->is_path);
  EXPECT_TRUE(shipped().resource_words().contains("NamedTemporaryFile"));
  EXPECT_EQ(shipped().resource("open"), nullptr);
}

TEST(Knowledge, UsersAddResources) {
  Knowledge k = shipped();
  const auto added = extended(
      k, "resources:\n  - {acquire: mylab.Recorder, holds: a thread, release: close stop}\n", "x");
  ASSERT_TRUE(added) << added.error().to_string();
  ASSERT_NE(k.resource("mylab.Recorder"), nullptr);
  EXPECT_EQ(k.resource("mylab.Recorder")->release, "close");
  EXPECT_FALSE(extended(k, "resources:\n  - {acquire: mylab.Other, holds: a thread}\n", "x"));
  EXPECT_FALSE(extended(k, "resources:\n  - {acquire: mylab.Other, release: close}\n", "x"));
}

TEST(Knowledge, UsersDeclareTypesAndTheirMethods) {
  Knowledge k = shipped();
  const auto done = extended(k,
                             "meanings:\n"
                             "  logs_only: Board.push publish\n"
                             "  pure_package: [mylab.maths]\n"
                             "hints:\n"
                             "  training: drill\n"
                             "classes:\n"
                             "  - {names: mylab.Board, result: Board}\n"
                             "facts:\n"
                             "  Board: Container\n",
                             "mlfix.yaml");
  ASSERT_TRUE(done) << done.error().to_string();
  const FactSet board = k.fact_named("Board");
  const FactSet made = *k.instance_facts(k.find("mylab.Board"));
  EXPECT_FALSE(board.empty());
  EXPECT_TRUE(made.has_any(board));
  EXPECT_TRUE(made.has(Fact::Container));
  const Facts must{made, made, {}};
  const Facts may{{}, made, {}};
  EXPECT_TRUE(k.means(Meaning::LogsOnly, "push", must));
  EXPECT_FALSE(k.means(Meaning::LogsOnly, "push", may)) << "a guess of the type is no proof";
  EXPECT_FALSE(k.means(Meaning::LogsOnly, "push"));
  EXPECT_TRUE(k.depends_on_receiver(Meaning::LogsOnly, "push"));
  EXPECT_FALSE(k.depends_on_receiver(Meaning::LogsOnly, "publish"));
  EXPECT_TRUE(k.means(Meaning::LogsOnly, "publish", {}));
  EXPECT_TRUE(k.covers(Meaning::PurePackage, "mylab.maths.mean"));
  EXPECT_TRUE(k.hints().suggests(Hint::Training, "drill_model"));
}

TEST(Knowledge, FactsOfTablesAreLimited) {
  Knowledge k;
  for (std::size_t i = kFacts; i < kMostFacts; ++i) {
    ASSERT_TRUE(k.declare_fact("Own" + std::to_string(i), {}));
  }
  EXPECT_FALSE(k.declare_fact("OneMore", {}));
  const auto refused = extended(k, "facts:\n  OneMore:\n", "mlfix.yaml");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().line, 2u);
}

TEST(Knowledge, UsersExtendTheTables) {
  Knowledge k = shipped();
  const auto done = extended(k,
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

class WrongKnowledge : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongKnowledge, IsAnErrorWithItsLine) {
  Knowledge k;
  const auto done = extended(k, GetParam().yaml, "mlfix.yaml");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::Configuration);
  EXPECT_EQ(done.error().line, GetParam().line);
  EXPECT_NE(done.error().to_string().find(GetParam().words), std::string::npos)
      << done.error().to_string();
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongKnowledge,
    ::testing::Values(Wrong{"function:\n  - {names: a}\n", 1, "functions"},
                      Wrong{"functions:\n  - {names: a}\n  - {names: b, resul: Tensor}\n", 3,
                            "result"},
                      Wrong{"functions:\n  - names: a\n    result: Tenzor\n", 3, "Tensor"},
                      Wrong{"methods:\n  - {names: a, effects: Free}\n", 2, "Frees"},
                      Wrong{"functions:\n  - {names: a, pure: 3}\n", 2, "pure"},
                      Wrong{"meanings:\n  logs_onyl: f\n", 2, "logs_only"},
                      Wrong{"meanings:\n  logs_only: f g f\n", 2, "stands twice"},
                      Wrong{"meanings:\n  logs_only: f\n  logs_only: g\n", 3, "stands twice"},
                      Wrong{"meanings:\n  logs_only: Zzyzx.f\n", 2, "declare it under \"facts\""},
                      Wrong{"meanings:\n  logs_only: Tenzor.f\n", 2, "did you mean Tensor"},
                      Wrong{"meanings:\n  logs_only: a.b.c\n", 2, "alone or after a fact"},
                      Wrong{"meanings:\n  adds_item: Tensor.f\n", 2, "write \"f\""},
                      Wrong{"meanings: {ends_run: {a: b}}\n", 1, "list of words"},
                      Wrong{"meanings: 3\n", 1, "mapping"},
                      Wrong{"hints:\n  training: a\n  trianing: b\n", 3, "training"},
                      Wrong{"hints:\n  training: a a\n", 2, "stands twice"},
                      Wrong{"facts:\n  Board: Containr\n", 2, "Container"},
                      Wrong{"facts:\n  Tensor:\n", 2, "already"},
                      Wrong{"functions: 3\n", 1, "list"}, Wrong{"functions: [\n", 2, "YAML"}));

TEST(KnowledgeTables, NamesUnderPackagesAreNoSquare) {
  std::string words;
  for (int i = 0; i < 5'000; ++i) words += fmt::format("a{} ", i);
  const std::string entry = "functions:\n  - {under: '" + words + "', names: '";
  Knowledge knowledge;
  const auto loaded = extended(knowledge, entry + words + "', pure: true}\n", "x.yaml");
  ASSERT_FALSE(loaded.has_value());
  EXPECT_NE(loaded.error().message.find("names under packages take more than 4 MiB"),
            std::string::npos);
  EXPECT_TRUE(extended(knowledge, entry + "b', pure: true}\n", "x.yaml").has_value());
}

// Each base would else have a copy of the lists.
TEST(KnowledgeTables, BasesOfAFrameworkShareWhatItDoes) {
  Knowledge knowledge;
  const auto loaded =
      extended(knowledge, "frameworks:\n  - {name: F, bases: a.A a.B, guarded: f g, training: h}\n",
               "x.yaml");
  ASSERT_TRUE(loaded.has_value());
  const FrameworkInfo* first = knowledge.framework(knowledge.find("a.A"));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first, knowledge.framework(knowledge.find("a.B")));
  EXPECT_TRUE(first->guarded_methods.contains("g"));
}

}  // namespace
}  // namespace mlfix::knowledge_test
