// Configuration files, selections and the words that are suggested for mistyped
// ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/config_file.h"
#include "config/glob.h"
#include "config/knowledge_loader.h"
#include "config/rule_defaults.h"
#include "config/settings.h"
#include "config/suggest.h"
#include "support/rules.h"
#include "support/temporary_folder.h"
#include "transforms/registry.h"

namespace mlfix {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kDefaults = R"(
no-grad-eval:
  level: safe
  severity: high
cat-in-loop:
  level: safe
  severity: medium
  preallocate: true
  limit: 3
  style: list
  minor: false
)";

class ConfigTest : public ::testing::Test {
 protected:
  Result<ConfigFile> parse(std::string_view text) const {
    return parse_config_file(text, "mlfix.yaml", registry_, defaults_);
  }

  Error error_of(std::string_view text) const {
    const auto file = parse(text);
    EXPECT_FALSE(file) << text;
    return file ? Error{} : file.error();
  }

  Settings settings(std::string_view text, const RuleArguments& arguments = {}) const {
    const auto file = parse(text);
    EXPECT_TRUE(file) << file.error().to_string();
    auto result = make_settings(registry_, defaults_, *file, arguments);
    EXPECT_TRUE(result) << result.error().to_string();
    return *result;
  }

  // Names of the rules that run.
  std::vector<std::string> enabled(const std::vector<RuleSettings>& rules) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (rules[i].enabled) names.push_back(registry_.rules()[i].name);
    }
    return names;
  }

  std::vector<std::string> enabled(std::string_view text,
                                   const RuleArguments& arguments = {}) const {
    return enabled(settings(text, arguments).rules);
  }

  const RuleOptions& options_of(const Settings& settings, std::string_view rule) const {
    return *settings.rules[*registry_.find(rule)].options;
  }

  const Registry registry_ = testing::sample_registry();
  const DefaultTable defaults_ = *parse_defaults(kDefaults, "default.yml");
};

using Names = std::vector<std::string>;

TEST_F(ConfigTest, AnEmptyFileChangesNothing) {
  EXPECT_EQ(enabled(""), (Names{"no-grad-eval", "detach-stored-tensor", "cat-in-loop"}));
  EXPECT_EQ(enabled("# only a comment\n"), enabled(""));
}

TEST_F(ConfigTest, SelectsByNameGroupAndGlob) {
  EXPECT_EQ(enabled("select: [cat-in-loop]"), (Names{"cat-in-loop"}));
  EXPECT_EQ(enabled("select: gradient"), (Names{"no-grad-eval", "detach-stored-tensor"}));
  EXPECT_EQ(enabled("select: ['*-loop', 'no-*']"), (Names{"no-grad-eval", "cat-in-loop"}));
  EXPECT_EQ(enabled("ignore: [gradient]"), (Names{"cat-in-loop"}));
}

TEST_F(ConfigTest, ARuleThatIsOffNeedsItsNameOrAll) {
  EXPECT_THAT(enabled("select: resource"), IsEmpty());
  EXPECT_THAT(enabled("select: 'pointless-*'"), IsEmpty());
  EXPECT_EQ(enabled("select: pointless-del"), (Names{"pointless-del"}));
  EXPECT_EQ(enabled("select: all").size(), 4u);
  EXPECT_EQ(enabled("select: resource\nrules: {pointless-del: {enabled: true}}"),
            (Names{"pointless-del"}));
}

TEST_F(ConfigTest, TheCommandLineReplacesSelectAndAddsToIgnore) {
  const std::string_view file = "select: [loop]\nignore: [no-grad-eval]";
  EXPECT_EQ(enabled(file, {{"gradient"}, {}}), (Names{"detach-stored-tensor"}));
  EXPECT_THAT(enabled(file, {{}, {"cat-in-loop"}}), IsEmpty());
}

TEST_F(ConfigTest, WhoSelectsARuleByNameAlsoGetsWhatHardlyMatters) {
  const auto minor = [&](std::string_view text, const RuleArguments& arguments) {
    const Settings found = settings(text, arguments);
    return found.rules[*registry_.find("cat-in-loop")].options->flag("minor");
  };
  EXPECT_FALSE(minor("", {}));
  EXPECT_FALSE(minor("", {{"loop"}, {}}));
  EXPECT_TRUE(minor("", {{"cat-in-loop"}, {}}));
  EXPECT_TRUE(minor("select: [cat-in-loop]", {}));
  EXPECT_FALSE(minor("rules: {cat-in-loop: {minor: false}}", {{"cat-in-loop"}, {}}));
  EXPECT_TRUE(minor("rules: {cat-in-loop: {minor: true}}", {}));
}

TEST_F(ConfigTest, AnUnknownRuleOnTheCommandLineIsAUsageError) {
  const auto result =
      make_settings(registry_, defaults_, empty_config_file(registry_), {{"no-grad-evl"}, {}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::Usage);
  EXPECT_THAT(result.error().to_string(), HasSubstr("did you mean no-grad-eval?"));
}

TEST_F(ConfigTest, IgnoresRulesByPath) {
  const Settings found =
      settings("per-path-ignores:\n  tests/: all\n  'legacy_*.py': [gradient, cat-in-loop]\n");
  EXPECT_EQ(found.per_path_ignores.size(), 2u);
  EXPECT_THAT(enabled(rules_for(found, found.root / "tests/unit/a.py")), IsEmpty());
  EXPECT_THAT(enabled(rules_for(found, found.root / "src/legacy_train.py")), IsEmpty());
  EXPECT_EQ(enabled(rules_for(found, found.root / "src/train.py")).size(), 3u);
}

TEST_F(ConfigTest, OptionsHaveTheTypeOfTheirDefault) {
  const Settings found =
      settings("rules:\n  cat-in-loop:\n    severity: low\n    preallocate: false\n    limit: 7\n");
  EXPECT_FALSE(options_of(found, "cat-in-loop").flag("preallocate"));
  EXPECT_EQ(options_of(found, "cat-in-loop").number("limit"), 7);
  EXPECT_EQ(options_of(found, "cat-in-loop").word("style"), "list");
  EXPECT_EQ(found.rules[*registry_.find("cat-in-loop")].severity, Severity::Low);
  EXPECT_EQ(found.rules[*registry_.find("no-grad-eval")].severity, Severity::High);
  const Error error = error_of("rules:\n  cat-in-loop:\n    limit: many\n");
  EXPECT_EQ(error.line, 3u);
  EXPECT_THAT(error.message, HasSubstr("\"limit\" must be a whole number"));
}

TEST_F(ConfigTest, AMistypedKeyIsAnErrorWithItsLineAndTheNearestKey) {
  const Error error = error_of("# settings\nselect: [loop]\nper-path-ignore:\n  a: all\n");
  EXPECT_EQ(error.kind, ErrorKind::Configuration);
  EXPECT_EQ(error.to_string(),
            "mlfix.yaml:3: unknown key \"per-path-ignore\" in the configuration "
            "(did you mean per-path-ignores?)");
}

TEST_F(ConfigTest, MistypedNamesAreErrorsWithTheirLine) {
  struct Case {
    std::string_view text;
    std::uint32_t line;
    std::string_view says;
  };
  const std::vector<Case> cases = {
      {"a:\n  b", 1, "known: extends"},
      {"rules:\n  cat_in_loop: {enabled: false}\n", 2, "did you mean cat-in-loop?"},
      {"rules:\n  cat-in-loop:\n    enable: false\n", 3, "did you mean enabled?"},
      {"rules:\n  cat-in-loop:\n    severity: hgih\n", 3, "did you mean high?"},
      {"rules:\n  cat-in-loop:\n    enabled: maybe\n", 3, "must be true or false"},
      {"\nignore:\n  - gradeint\n", 3, "did you mean gradient?"},
      {"per-path-ignores:\n  x.py: nothing-like-it\n", 2, "`mlfix rules` lists them"},
      {"select: [loop]\nselect: [gradient]\n", 2, "stands twice"},
      {"select: {a: b}\n", 1, "a list of words"},
      {"- a\n- b\n", 1, "must be a mapping"},
      {"select: [loop\n", 2, "not valid YAML"},
      {"unsafe: true\n---\nunsafe: false\n", 2, "more than one YAML document"},
      {",", 1, "more than one YAML document"},
      {"knowledge: [a]\n", 1, "must be a mapping"},
  };
  for (const Case& one : cases) {
    const Error error = error_of(one.text);
    EXPECT_EQ(error.line, one.line) << one.text << error.to_string();
    EXPECT_THAT(error.to_string(), HasSubstr(std::string(one.says)));
  }
}

TEST_F(ConfigTest, KnowledgeKeepsTheLinesOfTheFile) {
  const std::string_view text =
      "unsafe: true\nknowledge:\n  functions:\n    - {names: lab.free_gpu, effects: Frees}\n"
      "select: [loop]\n";
  const auto file = parse(text);
  ASSERT_TRUE(file) << file.error().to_string();
  ASSERT_EQ(file->knowledge.size(), 1u);
  EXPECT_EQ(file->knowledge[0].text,
            "\n\n  functions:\n    - {names: lab.free_gpu, effects: Frees}\n");
  auto knowledge = shipped_knowledge();
  ASSERT_TRUE(knowledge) << knowledge.error().to_string();
  EXPECT_TRUE(extend_knowledge(*knowledge, file->knowledge[0].text, "mlfix.yaml"));
  EXPECT_NE(knowledge->callable(knowledge->find("lab.free_gpu")), nullptr);

  const auto wrong = parse("knowledge:\n  functions:\n    - {names: f, efects: Frees}\n");
  ASSERT_TRUE(wrong);
  const auto refused = extend_knowledge(*knowledge, wrong->knowledge[0].text, "mlfix.yaml");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().line, 3u);
  EXPECT_THAT(refused.error().to_string(), HasSubstr("did you mean effects?"));
}

TEST_F(ConfigTest, KnowledgeInOneLine) {
  const auto file = parse("\nknowledge: {functions: [{names: f, effects: Frees}]}\n");
  ASSERT_TRUE(file) << file.error().to_string();
  auto knowledge = shipped_knowledge();
  ASSERT_TRUE(knowledge);
  const auto extended = extend_knowledge(*knowledge, file->knowledge[0].text, "mlfix.yaml");
  EXPECT_TRUE(extended) << extended.error().to_string() << file->knowledge[0].text;
}

TEST_F(ConfigTest, FindsTheNearestFileUpward) {
  const testing::TemporaryFolder folder;
  folder.write("mlfix.yaml", "");
  folder.write("a/b/c/x.py", "");
  EXPECT_EQ(find_config_file(folder.path() / "a/b/c").value(), folder.path() / "mlfix.yaml");
  folder.write("a/b/mlfix.yaml", "");
  EXPECT_EQ(find_config_file(folder.path() / "a/b/c").value(), folder.path() / "a/b/mlfix.yaml");
}

TEST_F(ConfigTest, AMissingFileIsAnError) {
  const auto file =
      read_config_file("no/such/mlfix.yaml", ConfigOrigin::Named, registry_, defaults_);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::Unreadable);
}

TEST(Defaults, EveryShippedRuleIsListedAndNothingElse) {
  const auto defaults = shipped_defaults();
  ASSERT_TRUE(defaults) << defaults.error().to_string();
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    EXPECT_TRUE(defaults->contains(rule.name)) << rule.name << " is not in config/default.yml";
  }
}

TEST(Suggest, CountsASwapAsOneSlip) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("gradeint", "gradient"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("abc", "abc"), 0u);
}

TEST(Suggest, KnowsWhenNothingIsNear) {
  const std::vector<std::string> words = {"select", "ignore", "rules"};
  EXPECT_EQ(nearest("selct", words), "select");
  EXPECT_EQ(nearest("RULES", words), "rules");
  EXPECT_EQ(nearest("banana", words), std::nullopt);
  EXPECT_EQ(nearest("", words), std::nullopt);
  EXPECT_EQ(did_you_mean("ignroe", words), "did you mean ignore?");
}

TEST(Suggest, KnowsPartsOfOneName) {
  const std::vector<std::string> words = {"no-grad-eval", "unneeded-retain-graph",
                                          "unneeded-create-graph"};
  EXPECT_EQ(nearest("no-grad", words), "no-grad-eval");
  EXPECT_EQ(nearest("retain_graph", words), "unneeded-retain-graph");
  EXPECT_EQ(nearest("graph", words), std::nullopt);
  EXPECT_EQ(nearest("ret", words), std::nullopt);
}

TEST(Glob, MatchesNames) {
  EXPECT_TRUE(glob_matches("*-in-loop", "cat-in-loop"));
  EXPECT_TRUE(glob_matches("c?t-*", "cat-in-loop"));
  EXPECT_TRUE(glob_matches("[a-d]at*", "cat-in-loop"));
  EXPECT_FALSE(glob_matches("[!a-d]at*", "cat-in-loop"));
  EXPECT_FALSE(glob_matches("*-loops", "cat-in-loop"));
  EXPECT_TRUE(glob_matches("[", "["));
  EXPECT_FALSE(glob_matches("", "a"));
}

TEST(Glob, MatchesPathsAsGitignoreDoes) {
  EXPECT_TRUE(path_glob_matches("*.py", "src/deep/a.py"));
  EXPECT_TRUE(path_glob_matches("tests", "src/tests/unit/a.py"));
  EXPECT_TRUE(path_glob_matches("tests/", "tests/a.py"));
  EXPECT_FALSE(path_glob_matches("/tests", "src/tests/a.py"));
  EXPECT_TRUE(path_glob_matches("src/*.py", "src/a.py"));
  EXPECT_FALSE(path_glob_matches("src/*.py", "src/deep/a.py"));
  EXPECT_TRUE(path_glob_matches("src/**/a.py", "src/a.py"));
  EXPECT_TRUE(path_glob_matches("src/**/a.py", "src/x/y/a.py"));
  EXPECT_TRUE(path_glob_matches("**/gen_*.py", "x/gen_1.py"));
  EXPECT_FALSE(path_glob_matches("src?a.py", "src/a.py"));
}

}  // namespace
}  // namespace mlfix
