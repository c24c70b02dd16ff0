// Configuration as a user meets it: pyproject.toml, what files extend, settings for
// some paths, the schema, and the starting file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "config/config_file.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::settings_cli_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;

// One finding of no-grad-eval, with a safe fix.
constexpr std::string_view kLeaky = R"(import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 2).eval()
    for x in loader:
        print(model(x))
)";

class SettingsTest : public ::testing::Test {
 protected:
  SettingsTest() { folder_.write("a.py", kLeaky); }

  ProcessResult mlfix(std::vector<std::string> arguments) const {
    ProcessOptions options;
    options.folder = folder_.path();
    return testing::run_mlfix(std::move(arguments), options);
  }

  std::string concise(std::vector<std::string> arguments = {}) const {
    arguments.insert(arguments.begin(), {"--format", "concise"});
    const ProcessResult result = mlfix(std::move(arguments));
    EXPECT_LE(result.status, 1) << result.err;
    return result.out;
  }

  // What is wrong with a configuration.
  std::string complaint(const std::string& file, const std::string& text) const {
    folder_.write(file, text);
    const ProcessResult result = mlfix({"--config", file});
    EXPECT_EQ(result.status, 2) << text;
    return result.err;
  }

  const testing::TemporaryFolder folder_;
};

// ---- pyproject.toml ----

TEST_F(SettingsTest, PyprojectTomlIsRead) {
  folder_.write("pyproject.toml",
                "[project]\nname = 'x'\n\n[tool.mlfix]\nignore = ['no-grad-eval']\n");
  EXPECT_THAT(concise(), IsEmpty());
  folder_.write("pyproject.toml",
                "[tool.mlfix.rules.no-grad-eval]\nseverity = 'low'\n\n[tool.mlfix]\nunsafe = true\n"
                "per-path-ignores = { 'legacy/' = 'all' }\n");
  const auto report = nlohmann::json::parse(mlfix({"--format", "json"}).out);
  EXPECT_EQ(report["findings"][0]["severity"], "low");
}

TEST_F(SettingsTest, MlfixYamlComesBeforePyprojectToml) {
  folder_.write("pyproject.toml", "[tool.mlfix]\nignore = ['no-grad-eval']\n");
  folder_.write("mlfix.yaml", "{}\n");
  EXPECT_THAT(concise(), HasSubstr("no-grad-eval"));
}

TEST_F(SettingsTest, OtherPyprojectTomlsArePassedOver) {
  folder_.write("mlfix.yaml", "ignore: no-grad-eval\n");
  folder_.write("sub/a.py", kLeaky);
  for (const std::string text : {"[tool.black]\n", "broken = = toml\n", "# mlfix\n[tool.x]\n"}) {
    folder_.write("sub/pyproject.toml", text);
    EXPECT_THAT(concise({"sub"}), IsEmpty()) << text;
  }
}

TEST_F(SettingsTest, MistakesInTomlAreNamedWithTheirLine) {
  const std::string file = "pyproject.toml";
  EXPECT_THAT(complaint(file, "[tool.mlfix]\nselekt = ['loop']\n"),
              HasSubstr("pyproject.toml:2: unknown key \"selekt\" in the configuration (did you "
                        "mean select?)"));
  EXPECT_THAT(complaint(file,
                        "[project]\nname = 'x'\n[tool.mlfix]\nselect = [\n  'loop',\n"
                        "  'gradiant',\n]\n"),
              HasSubstr("did you mean gradient?"));
  EXPECT_THAT(complaint(file, "[tool.mlfix.rules.no-grad-eval]\n\nseverity = 'hgih'\n"),
              AllOf(HasSubstr("pyproject.toml:3: "), HasSubstr("did you mean high?")));
  EXPECT_THAT(complaint(file, "[tool.mlfix.rules.cat-in-lop]\nenabled = true\n"),
              AllOf(HasSubstr("pyproject.toml:1: "), HasSubstr("did you mean cat-in-loop?")));
  EXPECT_THAT(complaint(file, "[tool.mlfix]\n\nunsafe = 2026-01-31\n"),
              HasSubstr("pyproject.toml:3: \"unsafe\" must be true or false"));
  EXPECT_THAT(complaint(file, "[tool.mlfix]\nselect = [\n"),
              HasSubstr("pyproject.toml:2: not valid TOML: "));
  EXPECT_THAT(complaint(file, "[tool.other]\n"), HasSubstr("has no table [tool.mlfix]"));
  EXPECT_THAT(
      complaint(file,
                "[tool.mlfix.rules.no-grad-eval]\nseverity = 'low'\n[tool.mlfix]\nselekt = 1\n"),
      HasSubstr("pyproject.toml:4: "))
      << "in whatever order the tables stand";
}

TEST_F(SettingsTest, KnowledgeMayStandInToml) {
  folder_.write("pyproject.toml",
                "[tool.mlfix.knowledge]\nfunctions = [\n  {names = 'lab.free', effects = 'Frees'}\n"
                "]\n");
  EXPECT_EQ(mlfix({}).status, 1) << mlfix({}).err;
  EXPECT_THAT(complaint("pyproject.toml", "[tool.mlfix]\n[tool.mlfix.knowledge]\nfunctoins = []\n"),
              AllOf(HasSubstr("pyproject.toml:3: "), HasSubstr("functions")));
}

// ---- extends, profiles ----

TEST_F(SettingsTest, ExtendsAFileAndAProfile) {
  folder_.write("shared/base.yaml",
                "ignore: no-grad-eval\nrules:\n  cat-in-loop:\n    severity: low\n");
  folder_.write("mlfix.yaml", "extends: shared/base.yaml\n");
  EXPECT_THAT(concise(), IsEmpty());
  folder_.write("pyproject.toml", "[tool.mlfix]\nextends = ['strict', 'shared/base.yaml']\n");
  EXPECT_THAT(concise({"--config", "pyproject.toml"}),
              AllOf(HasSubstr("missing-eval-cleanup"), Not(HasSubstr("no-grad-eval"))));
  folder_.write("mlfix.yaml", "extends: [ci, pyproject.toml]\nselect: no-grad-eval\n");
  EXPECT_THAT(concise(), IsEmpty()) << "what is ignored adds up";
}

TEST_F(SettingsTest, WhatAFileSaysWinsOverWhatItExtends) {
  folder_.write("base.yaml", "select: loop\nrules:\n  no-grad-eval:\n    severity: low\n");
  folder_.write("mlfix.yaml",
                "select: gradient\nrules:\n  no-grad-eval:\n    severity: info\n"
                "extends: base.yaml\n");
  const auto report = nlohmann::json::parse(mlfix({"--format", "json"}).out);
  ASSERT_EQ(report["findings"].size(), 1u);
  EXPECT_EQ(report["findings"][0]["severity"], "info");
}

TEST_F(SettingsTest, MistakesInWhatIsExtendedAreNamedThere) {
  folder_.write("base.yaml", "\nselekt: loop\n");
  EXPECT_THAT(complaint("mlfix.yaml", "extends: base.yaml\n"),
              HasSubstr("base.yaml:2: unknown key"));
  EXPECT_THAT(complaint("mlfix.yaml", "unsafe: true\nextends: stict\n"),
              HasSubstr("mlfix.yaml:2: unknown profile \"stict\" (did you mean strict?)"));
  EXPECT_THAT(complaint("mlfix.yaml", "extends: no/such.yaml\n"),
              HasSubstr("there is no file \"no/such.yaml\""));
  folder_.write("base.yaml", "extends: mlfix.yaml\n");
  EXPECT_THAT(complaint("mlfix.yaml", "extends: base.yaml\n"), HasSubstr("extends itself"));
}

TEST_F(SettingsTest, EveryProfileIsSound) {
  for (const std::string& name : profile_names()) {
    EXPECT_LE(mlfix({"--profile", name}).status, 1) << mlfix({"--profile", name}).err;
  }
  EXPECT_THAT(mlfix({"--profile", "stict"}).err, HasSubstr("did you mean strict?"));
  folder_.write("mlfix.yaml", "ignore: no-grad-eval\n");
  EXPECT_THAT(concise({"--profile", "strict"}),
              AllOf(HasSubstr("missing-eval-cleanup"), Not(HasSubstr("no-grad-eval"))))
      << "the file's words win";
}

// ---- Settings for some paths ----

TEST_F(SettingsTest, OverridesChangeRulesForSomePaths) {
  folder_.write("tests/b.py", kLeaky);
  folder_.write("mlfix.yaml",
                "overrides:\n"
                "  - paths: tests/\n"
                "    rules:\n"
                "      no-grad-eval: {severity: info}\n"
                "  - paths: ['*.ipynb', 'a.py']\n"
                "    ignore: gradient\n");
  const auto report = nlohmann::json::parse(mlfix({"--format", "json"}).out);
  ASSERT_EQ(report["findings"].size(), 1u);
  EXPECT_EQ(report["findings"][0]["path"], "tests/b.py");
  EXPECT_EQ(report["findings"][0]["severity"], "info");
}

TEST_F(SettingsTest, TheLaterOverrideWinsAndTheCommandLineOverAll) {
  folder_.write("mlfix.yaml",
                "ignore: no-grad-eval\n"
                "overrides:\n"
                "  - {paths: a.py, rules: {no-grad-eval: {enabled: true}}}\n");
  EXPECT_THAT(concise(), HasSubstr("no-grad-eval"));
  EXPECT_THAT(concise({"--ignore", "no-grad-eval"}), IsEmpty());
  EXPECT_THAT(concise({"--select", "loop"}), IsEmpty());
  folder_.write("mlfix.yaml",
                "overrides:\n"
                "  - {paths: '*.py', select: loop}\n"
                "  - {paths: a.py, select: no-grad-eval}\n");
  EXPECT_THAT(concise(), HasSubstr("no-grad-eval"));
}

TEST_F(SettingsTest, MistakesInOverridesAreNamed) {
  EXPECT_THAT(complaint("mlfix.yaml", "overrides:\n  - {select: loop}\n"),
              HasSubstr("mlfix.yaml:2: an override needs \"paths\""));
  EXPECT_THAT(complaint("mlfix.yaml", "overrides:\n  paths: x\n"), HasSubstr("must be a list"));
  EXPECT_THAT(complaint("mlfix.yaml", "overrides:\n  - paths: x\n    ignroe: loop\n"),
              HasSubstr("mlfix.yaml:3: unknown key \"ignroe\" in an override (did you mean "
                        "ignore?)"));
}

// ---- Schema and starting file ----

TEST_F(SettingsTest, TheSchemaIsTheOneInTheDocumentation) {
  const ProcessResult printed = mlfix({"schema"});
  EXPECT_EQ(printed.status, 0);
  EXPECT_EQ(printed.out, testing::read_bytes(MLFIX_SOURCE_DIR "/docs/schema/config.schema.json"))
      << "write it again: mlfix schema > docs/schema/config.schema.json";
}

TEST_F(SettingsTest, TheSchemaKnowsTheKeysThatAreRead) {
  const auto schema = nlohmann::json::parse(mlfix({"schema"}).out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : schema["properties"].items()) keys.push_back(key);
  EXPECT_THAT(keys, ::testing::UnorderedElementsAreArray(config_keys()));
}

// The schema and the program agree about what is a configuration.
TEST_F(SettingsTest, TheSchemaAcceptsAndRefusesWhatTheProgramDoes) {
  const std::vector<std::string> good = {
      "{}\n",
      "select: [gradient, cat-in-loop, '*-loop']\nignore: all\nunsafe: true\nbaseline: b.json\n",
      "extends: [strict]\nper-path-ignores: {tests/: loop}\n",
      "overrides:\n  - {paths: a, select: loop, ignore: [all], rules: {no-grad-eval: {severity: "
      "low}}}\n",
      "knowledge: {facts: {Board: }, meanings: {logs_only: Board.push, ends_run: [lab.stop]},"
      " hints: {training: drill}, functions: [{names: lab.f, pure: true}]}\n",
      "rules: {no-grad-eval: {enabled: false}}\nbot: {max-open: 2, labels: [a]}\n",
      testing::read_bytes(MLFIX_SOURCE_DIR "/config/profiles/ci.yml"),
      testing::read_bytes(MLFIX_SOURCE_DIR "/config/profiles/notebook.yml")};
  const std::vector<std::string> bad = {"selekt: loop\n",
                                        "select: 3\n",
                                        "select: [no-such-rule]\n",
                                        "unsafe: perhaps\n",
                                        "overrides: [{select: loop}]\n",
                                        "overrides: [{paths: a, unsafe: true}]\n",
                                        "rules: {no-such-rule: {}}\n",
                                        "rules: {no-grad-eval: {severity: huge}}\n",
                                        "rules: {no-grad-eval: {no-such-option: 1}}\n",
                                        "knowledge: {meanings: {logs_onyl: push}}\n",
                                        "knowledge: {hints: {trianing: drill}}\n",
                                        "knowledge: {fact: {Board: }}\n",
                                        "bot: {max-open: -1}\n",
                                        "bot: {no-such-key: 1}\n"};
  folder_.write("b.json", "{\"version\": 1, \"findings\": []}\n");
  folder_.write("schema.json", mlfix({"schema"}).out);
  folder_.write("check.py",
                "import json, sys, jsonschema, yaml\n"
                "schema = json.load(open('schema.json'))\n"
                "jsonschema.Draft7Validator.check_schema(schema)\n"
                "validator = jsonschema.Draft7Validator(schema)\n"
                "print(''.join('01'[validator.is_valid(yaml.safe_load(open(f)) or {})]"
                " for f in sys.argv[1:]))\n");
  std::vector<std::string> command = {"/usr/bin/python3", "check.py"};
  std::string expected;
  const auto add = [&](const std::string& text, bool is_good) {
    const std::string name = "c" + std::to_string(expected.size()) + ".yaml";
    folder_.write(name, text);
    EXPECT_EQ(mlfix({"--config", name}).status < 2, is_good) << text;
    command.push_back(name);
    expected += is_good ? '1' : '0';
  };
  for (const std::string& text : good) add(text, true);
  for (const std::string& text : bad) add(text, false);
  ProcessOptions options;
  options.folder = folder_.path();
  const ProcessResult checked = testing::run_command(command, options);
  EXPECT_EQ(checked.out, expected + "\n") << checked.err;
}

TEST_F(SettingsTest, InitWritesAFileThatChangesNothingAndOnlyOnce) {
  const std::string before = concise();
  const ProcessResult first = mlfix({"init"});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(first.out, "wrote mlfix.yaml\n");
  EXPECT_EQ(concise(), before);
  const ProcessResult second = mlfix({"init"});
  EXPECT_EQ(second.status, 2);
  EXPECT_THAT(second.err, HasSubstr("mlfix.yaml: exists already"));
}

TEST_F(SettingsTest, TheStartingFileIsValidWithoutItsCommentSigns) {
  ASSERT_EQ(mlfix({"init"}).status, 0);
  std::string text;
  std::istringstream lines(testing::read_bytes(folder_.path() / "mlfix.yaml"));
  for (std::string line; std::getline(lines, line);) {
    const bool is_setting = line.starts_with("# ") && line.find(':') != std::string::npos &&
                            (line[2] == ' ' || line.find(' ', 2) > line.find(':'));
    const bool is_item = line.starts_with("#   - ");
    if ((is_setting || is_item) && !line.starts_with("#   mlfix")) text += line.substr(2) + "\n";
  }
  EXPECT_THAT(text, AllOf(HasSubstr("extends: ci\n"), HasSubstr("\n  no-grad-eval:\n"),
                          HasSubstr("  - paths: ")));
  folder_.write("mlfix.yaml", text);
  folder_.write("mlfix-baseline.json", "{\"version\": 1, \"findings\": []}\n");
  EXPECT_LE(mlfix({}).status, 1) << text << mlfix({}).err;
}

}  // namespace
}  // namespace mlfix::settings_cli_test
