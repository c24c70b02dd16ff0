// The built program, run as a user runs it: exit statuses, messages, and what is
// left in the files after everything that can go wrong.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "syntax/token_count.h"

namespace mlfix::cli_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;
using testing::RunningMlfix;
using ::testing::StartsWith;

constexpr std::string_view kClean = "import torch\n\nx = torch.ones(3)\n";

// Has the words that rules look for, so that it is parsed.
constexpr std::string_view kSyntaxError = "import torch\nmodel.eval()\nfor x in:\n    model(x)\n";
constexpr std::string_view kNoProgram = "import torch\nmodel.eval()\n\nwith torch.no_grad():\n";
constexpr std::string_view kPython2 = "import torch\nmodel.eval()\nprint model(x)\n";

class CliTest : public ::testing::Test {
 protected:
  ProcessResult mlfix(std::vector<std::string> arguments, ProcessOptions options = {}) const {
    if (options.folder.empty()) options.folder = folder_.path();
    return testing::run_mlfix(std::move(arguments), options);
  }

  ProcessResult shell(const std::string& script) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment["MLFIX"] = MLFIX_BINARY;
    return testing::run_command({"sh", "-c", script}, options);
  }

  std::string bytes(const fs::path& name) const {
    return testing::read_bytes(folder_.path() / name);
  }

  // Expects a usage or configuration error that says `text`.
  void expect_error(const ProcessResult& result, const std::string& text) const {
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_THAT(result.err, AllOf(StartsWith("mlfix: "), HasSubstr(text)));
    EXPECT_THAT(result.out, IsEmpty());
  }

  const testing::TemporaryFolder folder_;
};

// ---- What it says of itself ----

TEST_F(CliTest, HelpHasItsPartsOnStandardOutput) {
  const ProcessResult result = mlfix({"--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, AllOf(StartsWith("Usage: mlfix"), HasSubstr("Examples:"),
                                HasSubstr("Exit status:"), HasSubstr("--stdin-filename")));
  EXPECT_THAT(result.err, IsEmpty());
  std::size_t widest = 0;
  for (std::string_view rest = result.out; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    widest = std::max(widest, end);
    rest.remove_prefix(end + 1);
  }
  EXPECT_LE(widest, 80u);
}

TEST_F(CliTest, SaysItsVersion) {
  const ProcessResult result = mlfix({"--version"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "mlfix " MLFIX_VERSION "\n");
}

TEST_F(CliTest, ListsAndExplainsRules) {
  EXPECT_THAT(mlfix({"rules"}).out, AllOf(StartsWith("RULE"), HasSubstr("no-grad-eval")));
  const auto rules = nlohmann::json::parse(mlfix({"rules", "--format", "json"}).out);
  ASSERT_FALSE(rules.empty());
  EXPECT_TRUE(rules[0].contains("level"));
  const ProcessResult page = mlfix({"explain", "no-grad-eval"});
  EXPECT_EQ(page.status, 0);
  EXPECT_THAT(page.out, AllOf(HasSubstr("What it does"), Not(HasSubstr("```"))));
  expect_error(mlfix({"explain", "no-grad-evil"}), "did you mean no-grad-eval?");
  const ProcessResult kind = mlfix({"explain", "not-read-elsewhere"});
  EXPECT_EQ(kind.status, 0);
  EXPECT_THAT(kind.out, HasSubstr("reads what the fix drops"));
  expect_error(mlfix({"explain", "not-read-elsewhen"}), "did you mean not-read-elsewhere?");
}

// ---- Wrong usage ----

// What a script gives whose variable is empty.
TEST_F(CliTest, AnOptionThatIsGivenNothingIsAMistake) {
  expect_error(mlfix({"--diff-base=", "."}), "--diff-base is given nothing");
  expect_error(mlfix({"--diff-base", "", "."}), "--diff-base is given nothing");
  expect_error(mlfix({"--write", "src", ""}), "a path is empty");
}

TEST_F(CliTest, MistakesAreAnsweredWithTheNearestWord) {
  expect_error(mlfix({"--dif"}), "unknown option --dif (did you mean --diff?)");
  expect_error(mlfix({"--format", "jsn"}), "did you mean json?");
  expect_error(mlfix({"--color", "allways"}), "did you mean always?");
  expect_error(mlfix({"--jobs", "0"}), "--jobs must be a number");
  expect_error(mlfix({"-j", "many"}), "--jobs must be a number");
  expect_error(mlfix({"--select"}), "--select");
  expect_error(mlfix({"--select", "no-grad-evil"}), "did you mean no-grad-eval?");
  expect_error(mlfix({"--ignore", "zz*"}), "no rule matches \"zz*\"");
  expect_error(mlfix({"--diff", "--write"}), "exclude each other");
  expect_error(mlfix({"--quiet", "--verbose"}), "contradict");
  expect_error(mlfix({"--no-config", "--config", "x"}), "contradict");
  expect_error(mlfix({"-", "a.py"}), "can't be combined");
  expect_error(mlfix({"--stdin-filename", "a.py", "b.py"}), "needs the path `-`");
  expect_error(mlfix({"explain"}), "needs the name of a rule");
  expect_error(mlfix({"rules", "extra"}), "unexpected argument \"extra\"");
  expect_error(mlfix({"bot"}), "bot needs one of plan, run and state");
}

TEST_F(CliTest, SaysThatThereIsNothingToRead) {
  folder_.write("src/notes.txt", "hello\n");
  const ProcessResult none = mlfix({"src"});
  EXPECT_EQ(none.status, 0);
  EXPECT_THAT(none.err, HasSubstr("no Python file and no notebook below the paths"));
  EXPECT_EQ(mlfix({"--quiet", "src"}).err, "");
  folder_.write("src/a.py", "x = 1\n");
  EXPECT_THAT(mlfix({"src"}).err, Not(HasSubstr("no Python file")));
}

TEST_F(CliTest, WordsOfOtherToolsAreUnderstood) {
  expect_error(mlfix({"--fix", "."}), "unknown option --fix (mlfix calls it --write)");
  expect_error(mlfix({"--output-format=json"}), "mlfix calls it --format");
  expect_error(mlfix({"check", "."}), "no command \"check\" (mlfix checks without a command");
  folder_.write("check/clean.py", "x = 1\n");
  EXPECT_EQ(mlfix({"check"}).status, 0);
}

TEST_F(CliTest, APathThatIsNotThereIsAnError) {
  const ProcessResult result = mlfix({"nowhere.py"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("nowhere.py: no such file or folder"));
}

// ---- Findings, patches, writing ----

TEST_F(CliTest, ReportsFindingsWithExitStatusOne) {
  folder_.write("src/a.py", kLeaky);
  const ProcessResult result = mlfix({});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("no-grad-eval (high): "), HasSubstr("--> src/a.py:"),
                                HasSubstr("  why: "), HasSubstr("  fix: "), HasSubstr("[safe]"),
                                HasSubstr("1 finding in 1 file (1 checked): 1 fixable safely")));
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_EQ(bytes("src/a.py"), kLeaky);
}

TEST_F(CliTest, NothingFoundIsExitStatusZero) {
  folder_.write("a.py", kClean);
  const ProcessResult result = mlfix({"a.py"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "No findings in 1 file.\n");
}

TEST_F(CliTest, WritesAndThenFindsNothing) {
  folder_.write("a.py", kLeaky);
  const ProcessResult first = mlfix({"--write"});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out, AllOf(StartsWith("fixed a.py:"), HasSubstr("Fixed 1 of 1 finding")));
  EXPECT_THAT(bytes("a.py"), HasSubstr("torch.no_grad()"));
  EXPECT_EQ(mlfix({"--diff"}).out, "");
  EXPECT_EQ(mlfix({}).status, 0);
}

TEST_F(CliTest, ThePatchIsAloneOnStandardOutput) {
  folder_.write("src/a.py", kLeaky);
  const ProcessResult result = mlfix({"--diff", "src"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, StartsWith("--- a/src/a.py\n+++ b/src/a.py\n@@ "));
  EXPECT_THAT(result.err, AllOf(HasSubstr("[in the patch]"), HasSubstr("1 in the patch")));
  EXPECT_EQ(bytes("src/a.py"), kLeaky);
}

TEST_F(CliTest, GitAppliesThePatchAtTheRootAndInAFolder) {
  folder_.write("sub/deep/a.py", kLeaky);
  folder_.write("want/sub/deep/a.py", kLeaky);
  ASSERT_EQ(mlfix({"--write", "want"}).status, 0);
  const std::string wanted = bytes("want/sub/deep/a.py");
  ASSERT_EQ(shell("git init -q .").status, 0);
  for (const char* script : {"\"$MLFIX\" --diff . | git apply", "\"$MLFIX\" --diff sub | git apply",
                             "\"$MLFIX\" --diff \"$PWD/sub\" | git apply",
                             "cd sub && \"$MLFIX\" --diff deep/ | git apply"}) {
    folder_.write("sub/deep/a.py", kLeaky);
    const ProcessResult result = shell(script);
    EXPECT_EQ(result.status, 0) << script << result.err;
    EXPECT_EQ(bytes("sub/deep/a.py"), wanted) << script;
  }
}

TEST_F(CliTest, APatchCannotNameAFileAboveTheCurrentFolder) {
  folder_.write("a.py", kLeaky);
  fs::create_directory(folder_.path() / "sub");
  ProcessOptions options;
  options.folder = folder_.path() / "sub";
  const ProcessResult result = mlfix({"--diff", "../a.py"}, options);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("../a.py: is not below the current folder"));
  EXPECT_EQ(mlfix({"../a.py"}, options).status, 1);
}

TEST_F(CliTest, StandardInputIsAFilter) {
  ProcessOptions options;
  options.input = kLeaky;
  const ProcessResult report = mlfix({"-", "--stdin-filename", "lib/x.py"}, options);
  EXPECT_EQ(report.status, 1);
  EXPECT_THAT(report.out, HasSubstr("--> lib/x.py:"));
  const ProcessResult fixed = mlfix({"-", "--write"}, options);
  EXPECT_EQ(fixed.status, 0) << fixed.err;
  EXPECT_THAT(fixed.out, AllOf(StartsWith("import torch\n"), HasSubstr("torch.no_grad()")));
  EXPECT_THAT(fixed.err, HasSubstr("Fixed 1 of 1"));
  EXPECT_THAT(mlfix({"-", "--diff", "--stdin-filename", "lib/x.py"}, options).out,
              StartsWith("--- a/lib/x.py\n"));
  options.input = kClean;
  EXPECT_EQ(mlfix({"-", "--write"}, options).out, kClean);
  options.input = kNoProgram;
  const ProcessResult refused = mlfix({"-", "--write"}, options);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, kNoProgram);
  EXPECT_THAT(refused.err, HasSubstr(":4: a block without a statement (it is left alone)"));
}

TEST_F(CliTest, TheOutputDoesNotDependOnTheNumberOfThreads) {
  for (int i = 0; i < 30; ++i) folder_.write("f" + std::to_string(i) + ".py", kLeaky);
  const ProcessResult one = mlfix({"-j1", "--format", "concise"});
  const ProcessResult four = mlfix({"-j4", "--format", "concise"});
  EXPECT_EQ(one.out, four.out);
  EXPECT_EQ(std::count(one.out.begin(), one.out.end(), '\n'), 30);
}

TEST_F(CliTest, ShowsWhatWasLeftAloneAndWhy) {
  folder_.write("a.py",
                "class Log:\n"
                "    def __init__(self):\n"
                "        self.norms = []\n"
                "    def add(self, norm):\n"
                "        self.norms.append(norm)\n"
                "    def all(self):\n"
                "        return self.norms\n");
  const std::string line =
      "a.py:5:9: unbounded-history: left alone: the whole of the list is read (line 7)\n";
  for (const std::string format : {"text", "concise"}) {
    const ProcessResult shown = mlfix({"--format", format, "--show-abstained", "a.py"});
    EXPECT_EQ(shown.status, 0) << "what is left alone is no finding";
    EXPECT_THAT(shown.out, StartsWith(line)) << format;
    EXPECT_THAT(mlfix({"--format", format, "a.py"}).out, Not(HasSubstr("left alone")));
  }
  const ProcessResult json = mlfix({"--format", "json", "--show-abstained", "a.py"});
  const auto abstained = nlohmann::json::parse(json.out)["abstained"];
  ASSERT_EQ(abstained.size(), 1u);
  EXPECT_EQ(abstained[0]["rule"], "unbounded-history");
  EXPECT_EQ(abstained[0]["line"], 5);
  EXPECT_EQ(abstained[0]["because_line"], 7);
}

TEST_F(CliTest, JsonIsOneDocumentThatTheSchemaAccepts) {
  folder_.write("a.py", kLeaky);
  folder_.write("b.py", "import torch\nmodel.eval()\n# \xFF\n");
  const ProcessResult result = mlfix({"--format", "json", "--show-abstained"});
  EXPECT_EQ(result.status, 2);
  const auto document = nlohmann::json::parse(result.out);
  EXPECT_EQ(document["findings"].size(), 1u);
  EXPECT_EQ(document["errors"].size(), 1u);
  if (shell("python3 -c 'import jsonschema'").status != 0) {
    GTEST_SKIP() << "python3-jsonschema is not installed";
  }
  folder_.write("out.json", result.out);
  const ProcessResult check = shell(
      "python3 -c 'import json, sys, jsonschema\n"
      "schema = json.load(open(sys.argv[1]))\n"
      "jsonschema.Draft202012Validator.check_schema(schema)\n"
      "jsonschema.Draft202012Validator(schema).validate(json.load(open(\"out.json\")))'"
      " '" MLFIX_SOURCE_DIR "/docs/schema/findings.schema.json'");
  EXPECT_EQ(check.status, 0) << check.err;
}

TEST_F(CliTest, JsonBesideAPatchIsAloneOnStandardError) {
  folder_.write("a.py", kLeaky);
  const ProcessResult result = mlfix({"--format", "json", "--diff"});
  EXPECT_THAT(result.out, StartsWith("--- a/a.py"));
  EXPECT_EQ(nlohmann::json::parse(result.err)["findings"][0]["applied"], true);
}

TEST_F(CliTest, QuietPrintsThePatchAndNothingElse) {
  folder_.write("a.py", kLeaky);
  const ProcessResult report = mlfix({"--quiet"});
  EXPECT_EQ(report.status, 1);
  EXPECT_EQ(report.out + report.err, "");
  const ProcessResult patch = mlfix({"--quiet", "--diff"});
  EXPECT_THAT(patch.out, StartsWith("--- a/a.py"));
  EXPECT_EQ(patch.err, "");
}

TEST_F(CliTest, ColoursOnlyWhenAskedFor) {
  folder_.write("a.py", kLeaky);
  EXPECT_THAT(mlfix({}).out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(mlfix({"--color", "always"}).out, HasSubstr("\x1b["));
}

TEST_F(CliTest, SelectionsAndSuppressionsSilence) {
  folder_.write("a.py", kLeaky);
  EXPECT_EQ(mlfix({"--ignore", "gradient"}).status, 0);
  EXPECT_EQ(mlfix({"--ignore", "no-*", "a.py"}).status, 0);
  EXPECT_EQ(mlfix({"--select", "gradient", "a.py"}).status, 1);
  folder_.write("a.py", "# mlfix: ignore-file[no-grad-eval]\n" + std::string(kLeaky));
  const ProcessResult result = mlfix({});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("1 suppressed"));
}

// ---- Configuration ----

TEST_F(CliTest, UsesTheNearestConfigurationAboveThePaths) {
  folder_.write("mlfix.yaml", "ignore: [no-grad-eval]\n");
  folder_.write("src/a.py", kLeaky);
  EXPECT_EQ(mlfix({"src"}).status, 0);
  EXPECT_EQ(mlfix({"src", "--no-config"}).status, 1);
  folder_.write("src/mlfix.yaml", "");
  EXPECT_EQ(mlfix({"src"}).status, 1);
  EXPECT_EQ(mlfix({"src", "--config", "mlfix.yaml"}).status, 0);
}

// One finding of missing-zero-grad and one of no-grad-eval.
constexpr std::string_view kOurTrainer = R"(import torch
from mylab import BaseTrainer
from torch import nn


class Trainer(BaseTrainer):
    def __init__(self, model, loader):
        self.model = model
        self.loader = loader
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train(self):
        for x, y in self.loader:
            loss = nn.functional.mse_loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()

    def validate(self):
        self.model.eval()
        total = 0
        for x, y in self.loader:
            total += nn.functional.mse_loss(self.model(x), y).item()
        return total
)";

TEST_F(CliTest, LearnsAFrameworkFromTheConfiguration) {
  const auto found = [&](const std::string& framework) {
    folder_.write("mlfix.yaml",
                  "knowledge:\n  frameworks:\n    - {name: our trainer, " + framework + "}\n");
    return mlfix({"--format", "concise", "--select", "missing-zero-grad,no-grad-eval"});
  };
  folder_.write("ours.py", kOurTrainer);
  const auto training = HasSubstr("ours.py:15:13: missing-zero-grad");
  const auto evaluation = HasSubstr("ours.py:21:9: no-grad-eval");
  EXPECT_THAT(found("bases: mylab.Other, guarded: validate, owns-zero-grad: true").out,
              AllOf(training, evaluation));
  EXPECT_THAT(found("bases: mylab.BaseTrainer, guarded: validate").out,
              AllOf(training, Not(evaluation)));
  const ProcessResult both =
      found("bases: mylab.BaseTrainer, guarded: validate predict, owns-zero-grad: true");
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_THAT(both.out, IsEmpty());
}

TEST_F(CliTest, IgnoresByPathFromAnyFolder) {
  folder_.write("mlfix.yaml", "per-path-ignores:\n  legacy/: all\n");
  folder_.write("legacy/old.py", "\xFF");
  folder_.write("src/a.py", kLeaky);
  EXPECT_EQ(mlfix({"legacy"}).status, 0);
  EXPECT_EQ(mlfix({}).status, 1);
  ProcessOptions options;
  options.folder = folder_.path() / "legacy";
  EXPECT_EQ(mlfix({"old.py"}, options).status, 0);
}

TEST_F(CliTest, AWrongConfigurationNamesTheLineAndTheNearestKey) {
  folder_.write("mlfix.yaml", "# ours\nselct: [gradient]\n");
  expect_error(mlfix({}),
               "mlfix.yaml:2: unknown key \"selct\" in the configuration (did you mean "
               "select?)");
  folder_.write("mlfix.yaml", "knowledge:\n  function:\n    - {names: f}\n");
  expect_error(mlfix({}), "mlfix.yaml:2: ");
  expect_error(mlfix({"--config", "missing.yaml"}), "missing.yaml: can't be read: no such file");
}

// ---- Bad input ----

struct BadInput {
  std::string_view text;
  std::string_view says;
};

TEST_F(CliTest, InputThatItDoesNotTouchIsNamedAndTheRestIsDone) {
  std::string continued = "x = 1 ";
  for (int i = 0; i < 300; ++i) continued += "\\\n";
  const std::vector<BadInput> inputs = {
      {kSyntaxError, "bad.py:3: "},
      {kPython2, "bad.py:3: Python 2 syntax (its findings are reported, nothing in it is changed)"},
      {kNoProgram, "bad.py:4: a block without a statement (it is left alone)"},
      {"x = 1\n# caf\xE9\n", "bad.py:2: invalid UTF-8"},
      {continued, "bad.py:202: continues empty lines more than 200 times in a row"},
      {"x = 1 # a\ry = 2\n", "bad.py:1: has a carriage return without a line feed"},
      {std::string_view("x = 1\0\n", 7), "NUL byte"},
  };
  for (const BadInput& input : inputs) {
    folder_.write("bad.py", input.text);
    folder_.write("good.py", kLeaky);
    const ProcessResult result = mlfix({"--write"});
    EXPECT_EQ(result.status, 2) << input.says;
    EXPECT_THAT(result.err, HasSubstr(std::string(input.says)));
    EXPECT_EQ(bytes("bad.py"), input.text);
    EXPECT_THAT(bytes("good.py"), HasSubstr("no_grad"));
  }
}

TEST_F(CliTest, AFileOfAMillionWordsIsReadLikeAnyOther) {
  std::string text(kLeaky);
  const std::string function = "\n\ndef f(a, b):\n    return [a + b, {'k': (a, b)}]\n";
  for (std::size_t i = 0; i < 980'000 / count_tokens(function); ++i) text += function;
  folder_.write("big.py", text);
  const ProcessResult result = mlfix({"--format", "concise"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, StartsWith("big.py:8:5: no-grad-eval: "));
}

// Words are looked for in the file before its cells are decoded.
TEST_F(CliTest, ANotebookMayWriteItsLettersAsEscapes) {
  std::string source;
  for (const char c : kLeaky) source += fmt::format("\\u{:04x}", static_cast<int>(c));
  folder_.write("a.ipynb", R"({"cells": [{"cell_type": "code", "metadata": {}, "outputs": [],)"
                           R"( "execution_count": null, "source": [")" +
                               source +
                               R"("]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})");
  const ProcessResult result = mlfix({"--format", "concise"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("no-grad-eval"));
}

TEST_F(CliTest, ALoopOfLinkedFoldersEnds) {
  folder_.write("a/x.py", kLeaky);
  fs::create_directory_symlink("..", folder_.path() / "a" / "up");
  fs::create_directory_symlink(".", folder_.path() / "self");
  const ProcessResult result = mlfix({"--format", "concise"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, StartsWith("a/x.py:8:5: "));
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1);
}

TEST_F(CliTest, WhatCannotBeReadIsAnError) {
  fs::create_symlink("nothing", folder_.path() / "dangling.py");
  EXPECT_EQ(mlfix({"dangling.py"}).status, 2);
  const fs::path secret = folder_.write("secret.py", kLeaky);
  fs::permissions(secret, fs::perms::none);
  if (access(secret.c_str(), R_OK) == 0) GTEST_SKIP() << "root may read every file";
  const ProcessResult result = mlfix({"secret.py"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("secret.py: can't be read: permission denied"));
}

// ---- Nothing lost ----

// The report of --verbose is far larger than a pipe, so mlfix has read the
// files, and can't have written any, when the test sees the first line of it.
TEST_F(CliTest, AFileThatChangedWhileItRanIsLeftAsItIs) {
  folder_.write("a.py", kLeaky);
  folder_.write("b.py", kLeaky);
  const std::string name = std::string(150, 'x');
  for (int i = 0; i < 1000; ++i) folder_.write(name + std::to_string(i) + ".py", kClean);
  ProcessOptions options;
  options.folder = folder_.path();
  RunningMlfix running({"--write", "--verbose", "-j1"}, options);
  ASSERT_TRUE(running.wait_for("mlfix: b.py: analysed"));
  const std::string edited = std::string(kLeaky) + "# somebody was here\n";
  folder_.write("a.py", edited);
  const ProcessResult result = running.finish();
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("a.py: changed since it was read"));
  EXPECT_EQ(bytes("a.py"), edited);
  EXPECT_THAT(bytes("b.py"), HasSubstr("no_grad"));
  EXPECT_THAT(result.out, HasSubstr("Fixed 1 of 2 findings"));
}

TEST_F(CliTest, AnInterruptedRunWritesNothing) {
  folder_.write("a.py", kLeaky);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    ProcessOptions options;
    options.pending_signal = signal;
    const ProcessResult result = mlfix({"--write"}, options);
    EXPECT_EQ(result.status, 128 + signal);
    EXPECT_THAT(result.err, HasSubstr("mlfix: interrupted; no file was changed"));
    EXPECT_EQ(bytes("a.py"), kLeaky);
  }
}

TEST_F(CliTest, ABrokenPipeIsNoError) {
  folder_.write("a.py", kLeaky);
  ProcessOptions options;
  options.closed_pipe = true;
  const ProcessResult result = mlfix({}, options);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(CliTest, AReportThatCannotBeWrittenIsAnError) {
  folder_.write("a.py", kLeaky);
  ProcessOptions options;
  options.out = "/dev/full";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"--diff"}, {"--help"}, {"rules"}}) {
    const ProcessResult result = mlfix(arguments, options);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("mlfix: standard output can't be written: no space left"));
  }
}

// A small file system, which only root can make; unmounted at the
// end of the scope.
class SmallDisk {
 public:
  explicit SmallDisk(fs::path at) : at_(std::move(at)) {
    fs::create_directory(at_);
    mounted_ = mount("tmpfs", at_.c_str(), "tmpfs", 0, "size=64k") == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(at_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  bool make_read_only() const {
    return mount(nullptr, at_.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0;
  }

 private:
  fs::path at_;
  bool mounted_ = false;
};

TEST_F(CliTest, AFullDiskLosesNothing) {
  const SmallDisk disk(folder_.path() / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a small disk";
  folder_.write("disk/a.py", kLeaky);
  // Fails when the disk is full to the last page.
  shell("cat /dev/zero > disk/filler 2>/dev/null");
  const ProcessResult result = mlfix({"--write", "disk/a.py"});
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_THAT(result.err, AllOf(HasSubstr("disk/a.py: "), HasSubstr("no space left")));
  EXPECT_EQ(bytes("disk/a.py"), kLeaky);
  EXPECT_EQ(shell("ls -A disk").out, "a.py\nfiller\n");
}

TEST_F(CliTest, AReadOnlyFolderLosesNothing) {
  const SmallDisk disk(folder_.path() / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a read-only folder";
  folder_.write("disk/a.py", kLeaky);
  ASSERT_TRUE(disk.make_read_only());
  const ProcessResult result = mlfix({"--write", "disk"});
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_THAT(result.err, HasSubstr("disk/a.py: "));
  EXPECT_THAT(result.out, HasSubstr("no-grad-eval (high)"));
  EXPECT_EQ(bytes("disk/a.py"), kLeaky);
}

}  // namespace
}  // namespace mlfix::cli_test
