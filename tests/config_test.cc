// Configuration files, selections and the words that are suggested for mistyped
// ones.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "config/config_file.h"
#include "config/glob.h"
#include "config/knowledge_loader.h"
#include "config/path_globs.h"
#include "config/rule_defaults.h"
#include "config/settings.h"
#include "config/suggest.h"
#include "semantic/knowledge/knowledge.h"
#include "support/rules.h"
#include "support/temporary_folder.h"
#include "transforms/registry.h"

namespace mlfix::config_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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
  EXPECT_EQ(file->knowledge[0].tables.line(), 3u);
  auto knowledge = shipped_knowledge();
  ASSERT_TRUE(knowledge) << knowledge.error().to_string();
  EXPECT_TRUE(extend_knowledge(*knowledge, file->knowledge[0].tables, "mlfix.yaml"));
  EXPECT_NE(knowledge->callable(knowledge->find("lab.free_gpu")), nullptr);

  const auto wrong = parse("knowledge:\n  functions:\n    - {names: f, efects: Frees}\n");
  ASSERT_TRUE(wrong);
  const auto refused = extend_knowledge(*knowledge, wrong->knowledge[0].tables, "mlfix.yaml");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().line, 3u);
  EXPECT_THAT(refused.error().to_string(), HasSubstr("did you mean effects?"));
}

TEST_F(ConfigTest, KnowledgeInOneLine) {
  const auto file = parse("\nknowledge: {functions: [{names: f, effects: Frees}]}\n");
  ASSERT_TRUE(file) << file.error().to_string();
  auto knowledge = shipped_knowledge();
  ASSERT_TRUE(knowledge);
  const auto extended = extend_knowledge(*knowledge, file->knowledge[0].tables, "mlfix.yaml");
  EXPECT_TRUE(extended) << extended.error().to_string();
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

// Files that somebody else may have written.

class ForeignConfig : public ConfigTest {
 protected:
  fs::path write(const fs::path& name, std::string_view text) const {
    return project_.write(name, text);
  }

  // What a run in the project would read.
  Result<ConfigFile> found() const {
    const auto file = find_config_file(project_.path());
    if (!file) return tl::unexpected(file.error());
    EXPECT_TRUE(*file);
    return read_config_file(**file, ConfigOrigin::Found, registry_, defaults_);
  }

  Error error_of_found() const {
    const auto file = found();
    EXPECT_FALSE(file);
    return file ? Error{} : file.error();
  }

  // The error when `text` stands in a file that was found.
  Error error_in(std::string_view text) const {
    write("mlfix.yaml", text);
    return error_of_found();
  }

  const testing::TemporaryFolder outside_;
  const fs::path secret_ = outside_.write("secret.yml", "select: [my-secret-word]\n");
  const testing::TemporaryFolder project_;
};

TEST_F(ForeignConfig, IsARegularFile) {
  for (const std::string name : {"mlfix.yaml", "pyproject.toml"}) {
    const testing::TemporaryFolder folder;
    const fs::path file = folder.path() / name;
    const auto refused = [&] {
      const auto found = find_config_file(folder.path());
      if (!found || !*found) return std::string("not found");
      const auto read = read_config_file(**found, ConfigOrigin::Named, registry_, defaults_);
      fs::remove_all(file);
      return read ? std::string() : read.error().message;
    };
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    EXPECT_EQ(refused(), "is not a regular file");
    fs::create_directory(file);
    EXPECT_EQ(refused(), "is a directory, not a file");
    fs::create_symlink("/dev/zero", file);
    EXPECT_EQ(refused(), "is not a regular file");
    folder.write(name, "");
    fs::resize_file(file, std::uintmax_t{10} << 30);
    EXPECT_EQ(refused(), "larger than 1 MiB");
  }
}

TEST_F(ForeignConfig, StaysInItsRepository) {
  fs::create_symlink(secret_, project_.path() / "mlfix.yaml");
  EXPECT_THAT(error_of_found().message, HasSubstr("is a link out of"));
  fs::remove(project_.path() / "mlfix.yaml");
  fs::create_symlink(secret_, project_.path() / "linked.yml");
  for (const std::string& name :
       {secret_.string(), fs::relative(secret_, project_.path()).string(),
        std::string("./linked.yml"), std::string("../no/such/file.yml")}) {
    const Error error = error_in(fmt::format("extends: \"{}\"\n", name));
    EXPECT_THAT(error.message, HasSubstr("which is not in")) << name;
    EXPECT_THAT(error.to_string(), Not(HasSubstr("secret-word")));
  }
}

TEST_F(ForeignConfig, MayExtendWhatIsInItsRepository) {
  fs::create_directory(project_.path() / ".git");
  write("shared/base.yml", "unsafe: true\n");
  write("deep/er/mlfix.yaml", "extends: ../../shared/base.yml\n");
  const auto file = read_config_file(project_.path() / "deep/er/mlfix.yaml", ConfigOrigin::Found,
                                     registry_, defaults_);
  ASSERT_TRUE(file) << file.error().to_string();
  EXPECT_TRUE(file->unsafe);
}

TEST_F(ForeignConfig, KeepsTheBaselineInItsRepository) {
  for (const char* name : {"../b.json", "/tmp/b.json", ".git/hooks/pre-commit", "a/.GIT/b.json"}) {
    const Error error = error_in(fmt::format("baseline: {}\n", name));
    EXPECT_THAT(error.message, HasSubstr("which is not in")) << name;
    EXPECT_THAT(error.remedy, HasSubstr("--baseline"));
  }
  fs::create_symlink(outside_.path() / "new.json", project_.path() / "dangling.json");
  EXPECT_THAT(error_in("baseline: dangling.json\n").message, HasSubstr("which is not in"));
}

TEST_F(ForeignConfig, ReadsEveryFileOnce) {
  constexpr int kDeep = 40;  // 2^40 ways lead to the last
  for (int i = 0; i < kDeep; ++i) {
    const std::string next = fmt::format("extends: [./a{0}.yml, ./b{0}.yml]\n", i + 1);
    write(fmt::format("a{}.yml", i), next);
    write(fmt::format("b{}.yml", i), next);
  }
  write(fmt::format("a{}.yml", kDeep), "unsafe: true\n");
  write(fmt::format("b{}.yml", kDeep), "ignore: cat-in-loop\n");
  write("mlfix.yaml", "extends: ./a0.yml\n");
  const auto file = found();
  ASSERT_TRUE(file) << file.error().to_string();
  EXPECT_TRUE(file->unsafe);
}

TEST_F(ForeignConfig, EndsWhereItExtendsItself) {
  write("b.yml", "extends: ./mlfix.yaml\n");
  EXPECT_THAT(error_in("extends: [strict, ./b.yml]\n").message, HasSubstr("extends itself"));
}

TEST_F(ForeignConfig, HasBoundsForAllOfItsFiles) {
  for (int i = 0; i < 200; ++i) {
    write(fmt::format("f{}.yml", i), fmt::format("extends: ./f{}.yml\n", i + 1));
  }
  write("f200.yml", "");
  EXPECT_THAT(error_in("extends: ./f0.yml\n").message, HasSubstr("more than 100 files"));
  const std::string large = "# " + std::string(700'000, 'x') + "\n";
  write("one.yml", large);
  write("two.yml", large);
  EXPECT_THAT(error_in("extends: [./one.yml, ./two.yml]\n").message,
              HasSubstr("larger than 1 MiB"));
}

TEST_F(ForeignConfig, IsNestedAsDeepAsPeopleNestIt) {
  const std::string many(400'000, '[');
  EXPECT_THAT(error_in("select: " + many).message, HasSubstr("not valid YAML"));
  fs::remove(project_.path() / "mlfix.yaml");
  std::string key = "a";
  for (int i = 0; i < 400'000; ++i) key += ".a";
  for (const std::string& text : {key + " = 1\n", "[" + key + "]\n", "x = {" + key + " = 1}\n"}) {
    write("pyproject.toml", "[tool.mlfix]\n" + text);
    EXPECT_THAT(error_of_found().message, HasSubstr("a key with more than 64 parts")) << text[0];
  }
  write("pyproject.toml", "[tool.mlfix]\nx = " + many + "\n");
  EXPECT_THAT(error_of_found().message, HasSubstr("not valid TOML"));
}

TEST_F(ForeignConfig, DotsInStringsAndCommentsAreNoParts) {
  const std::string dots(100, '.');
  write("pyproject.toml", "# " + dots + "\n[tool.mlfix]\nunsafe = true\n[x]\na = '" + dots +
                              "'\nb = \"\\\"" + dots + "\"\nc = \"\"\"\n\"" + dots + "\"\"\"\n");
  EXPECT_TRUE(found());
}

TEST_F(ForeignConfig, AliasesAreFew) {
  std::string text = "overrides: [&a {paths: [x], ignore: [all]}";
  for (int i = 0; i < 101; ++i) text += ", *a";
  EXPECT_THAT(error_in(text + "]\n").message, HasSubstr("aliases"));
}

TEST_F(ForeignConfig, AliasesStandForLittle) {
  std::string list = "[gradient";
  for (int i = 0; i < 10'000; ++i) list += ", gradient";
  EXPECT_THAT(error_in("per-path-ignores:\n  a/: &w " + list + "]\n  b/: *w\n").message,
              HasSubstr("aliases (*name) stand for more than 64 KiB"));
  // Also where each stands for others, or for what it is in.
  std::string doubled = "per-path-ignores:\n  a/: &a0 [gradient, gradient, gradient, gradient]\n";
  for (int i = 0; i < 40; ++i) doubled += fmt::format("  b{0}/: &a{1} [*a{0}, *a{0}]\n", i, i + 1);
  EXPECT_THAT(error_in(doubled).message, HasSubstr("stand for more"));
  EXPECT_THAT(error_in("select: &a [*a]\n").message, HasSubstr("alias"));
  write("mlfix.yaml", "per-path-ignores:\n  a/: &w [gradient, resource]\n  b/: *w\n");
  EXPECT_TRUE(found());
}

TEST_F(ForeignConfig, QuotesNoMoreThanALine) {
  const std::string word(500'000, 'z');
  EXPECT_LT(error_in(word.substr(0, 1000) + ": 1\n").to_string().size(), 1000u);
  EXPECT_LT(error_in("? " + word + "\n: 1\n").to_string().size(), 1000u);
  EXPECT_LT(error_in("select: " + word + "\n").to_string().size(), 1000u);
}

TEST_F(ForeignConfig, HasABoundForGlobsThatEveryPathIsComparedWith) {
  std::string named = "per-path-ignores:\n";
  for (int i = 0; i < 10'000; ++i) named += fmt::format("  \"src/a{0}/**\": [all]\n", i);
  write("mlfix.yaml", named);
  EXPECT_TRUE(found());
  std::string searched = "per-path-ignores:\n";
  for (int i = 0; i < 1000; ++i) searched += fmt::format("  \"**/a{:03}/**/*.py\": [all]\n", i);
  const Error error = error_in(searched);  // 15 bytes each
  EXPECT_THAT(error.message, HasSubstr("larger than 8 KiB"));
  EXPECT_EQ(error.line, 548u);
  write("many.yml",
        "overrides: [{paths: [\"a*" + std::string(5000, 'x') + "\"], ignore: [all]}]\n");
  const std::string extending = "extends: ./many.yml\noverrides: [{ignore: [all], paths: [\"b*" +
                                std::string(5000, 'x') + "\"]}]\n";
  EXPECT_THAT(error_in(extending).message, HasSubstr("larger than 8 KiB"));
}

TEST(PathGlobs, MeanWhatEachOfThemMeans) {
  EXPECT_TRUE(rc::check([] {
    const auto piece = rc::gen::element<std::string>("a", "b", "ab", ".py", "*", "**", "?", "[ab]",
                                                     "/", "/", "**/", "/**", "/*", "[");
    const auto part = rc::gen::element<std::string>("a", "b", "ab", "a.py", ".py", "ba", "[");
    const auto pieces = *rc::gen::container<std::vector<std::string>>(piece);
    const auto parts = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(part));
    const std::string glob = fmt::format("{}", fmt::join(pieces, ""));
    const std::string path = fmt::format("{}", fmt::join(parts, "/"));
    PathGlobs globs;
    globs.add(glob, 7);
    RC_TAG(PathGlobs::searched_bytes(glob) > 0);
    RC_ASSERT(globs.tags_of(path).empty() != path_glob_matches(glob, path));
  }));
}

TEST(PathGlobs, AreLookedUpWhereTheyNameSomething) {
  for (const char* glob : {"tests", "tests/", "/tests", "src/gen", "src/gen/**", "src/*", "*.pb.py",
                           "**/tests", "**/tests/**", "**/*.py", "*", "**"}) {
    EXPECT_EQ(PathGlobs::searched_bytes(glob), 0u) << glob;
  }
  for (const char* glob : {"src/*.py", "**/a/b", "gen_*", "a?", "[ab]"}) {
    EXPECT_EQ(PathGlobs::searched_bytes(glob), std::string_view(glob).size()) << glob;
  }
}

TEST(Glob, TakesNoWayTwice) {
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "*a";
  EXPECT_FALSE(glob_matches(glob + "b", std::string(2000, 'a')));
  EXPECT_FALSE(path_glob_matches("**/" + glob + "b", std::string(2000, 'a')));
  EXPECT_FALSE(glob_matches(std::string(5000, '['), std::string(4999, '[')));
}

}  // namespace
}  // namespace mlfix::config_test
