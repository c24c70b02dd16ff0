// `mlfix --interactive` on a terminal of its own: every key, and what is in the files afterwards.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "support/terminal.h"

namespace mlfix::interactive_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using testing::AtTerminal;
using ::testing::HasSubstr;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;

constexpr std::string_view kQuestion = "Apply this fix [";
constexpr std::string_view kUnsafeQuestion = "Apply this unsafe fix [";

// A safe fix of one rule, and one of another.
constexpr std::string_view kTwoRules = R"(import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:
        out = model(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct


def train(model: nn.Module, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss
    return total
)";

// An unsafe fix: somebody may still read what is thrown away.
constexpr std::string_view kUnsafe = R"(import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.norms = []

    def step(self, x):
        self.optimizer.zero_grad()
        loss = self.model(x).pow(2).mean()
        loss.backward()
        self.norms.append(nn.utils.clip_grad_norm_(self.model.parameters(), 1.0))
        self.optimizer.step()
        return loss.item()

    def recent(self):
        return torch.stack(self.norms[-5:]).mean().item()


trainer = Trainer(nn.Linear(8, 2))
for step in range(40):
    print(trainer.step(torch.randn(4, 8)), trainer.recent())
)";

class Interactive : public ::testing::Test {
 protected:
  ProcessOptions options() const {
    ProcessOptions options;
    options.folder = project_.path();
    options.environment = {
        {"XDG_STATE_HOME", state_.path().string()}, {"TERM", "xterm"}, {"NO_COLOR", "1"}};
    for (const auto& [name, value] : environment_) options.environment[name] = value;
    return options;
  }

  std::vector<std::string> words(std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"--no-config", "--interactive"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  // Answers the questions with the keys, one each, and waits for the end.
  int answer(std::string_view keys, std::vector<std::string> more = {}) {
    AtTerminal terminal(words(std::move(more)), options());
    for (const char key : keys) {
      EXPECT_TRUE(terminal.sees("]? ")) << key << " in " << keys << "\n" << terminal.shown();
      terminal.type(std::string_view(&key, 1));
    }
    const int status = terminal.finish();
    shown_ = terminal.shown();
    return status;
  }

  // What --write makes of the program.
  std::string fixed(std::string_view program, std::vector<std::string> more = {}) const {
    const testing::TemporaryFolder folder;
    folder.write("a.py", program);
    ProcessOptions there = options();
    there.folder = folder.path();
    std::vector<std::string> arguments{"--no-config", "--write"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.emplace_back("a.py");
    testing::run_mlfix(arguments, there);
    return testing::read_bytes(folder.path() / "a.py");
  }

  void use_editor(std::string_view script) {
    const fs::path path = tools_.write("editor", script);
    fs::permissions(path, fs::perms::owner_all);
    environment_["VISUAL"] = path.string();
  }

  std::string bytes(const fs::path& name) const {
    return testing::read_bytes(project_.path() / name);
  }

  const testing::TemporaryFolder project_;
  const testing::TemporaryFolder state_;
  const testing::TemporaryFolder tools_;
  std::map<std::string, std::string> environment_;
  std::string shown_;
};

TEST_F(Interactive, NeedsATerminal) {
  project_.write("a.py", kLeaky);
  const auto result = testing::run_mlfix({"--interactive", "a.py"}, options());
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("needs a terminal"), HasSubstr("--diff")));
  EXPECT_EQ(bytes("a.py"), kLeaky);
}

TEST_F(Interactive, WhatItCanNotBeCombinedWithIsSaid) {
  for (const char* other : {"--write", "--diff", "--add-ignore", "--staged", "--quiet"}) {
    const auto result = testing::run_mlfix({"--interactive", other}, options());
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr(std::string("can't be combined with ") + other));
  }
  EXPECT_THAT(testing::run_mlfix({"--ask-again"}, options()).err, HasSubstr("needs --interactive"));
}

TEST_F(Interactive, ShowsTheWhyTheCostAndTheDiff) {
  project_.write("a.py", kLeaky);
  EXPECT_EQ(answer("q"), 1);
  EXPECT_THAT(shown_, AllOf(HasSubstr("no-grad-eval"), HasSubstr("why: "), HasSubstr("cost: "),
                            HasSubstr("[safe]"), HasSubstr("+@torch.no_grad()")));
  EXPECT_THAT(shown_, HasSubstr("1 not decided; 1 finding left in 1 file."));
  EXPECT_EQ(bytes("a.py"), kLeaky);
}

TEST_F(Interactive, YesWritesWhatWriteWrites) {
  project_.write("a.py", kLeaky);
  EXPECT_EQ(answer("y"), 0);
  EXPECT_EQ(bytes("a.py"), fixed(kLeaky));
  EXPECT_THAT(shown_, HasSubstr("1 fixed; 0 findings left in 1 file."));
}

TEST_F(Interactive, EveryYesTogetherIsWhatWriteWrites) {
  project_.write("a.py", kTwoRules);
  EXPECT_EQ(answer("yy"), 0);
  EXPECT_EQ(bytes("a.py"), fixed(kTwoRules));
}

TEST_F(Interactive, ColoursAreThereWhenTheyAreWanted) {
  project_.write("a.py", kLeaky);
  environment_["NO_COLOR"] = "";
  answer("q");
  EXPECT_THAT(shown_, HasSubstr("\x1b[32m+@torch.no_grad()"));
}

TEST_F(Interactive, NoIsKeptUntilTheCodeChanges) {
  project_.write("a.py", kTwoRules);
  EXPECT_EQ(answer("nq"), 1);
  EXPECT_THAT(shown_, HasSubstr("1 declined, 1 not decided"));
  EXPECT_EQ(bytes("a.py"), kTwoRules);

  EXPECT_EQ(answer("q"), 1);
  EXPECT_THAT(shown_, AllOf(Not(HasSubstr("no-grad-eval")), HasSubstr("(1/1) Apply")));

  // Lines above do not make it another decision, other code does.
  std::string moved = "# A comment.\n" + std::string(kTwoRules);
  project_.write("a.py", moved);
  EXPECT_EQ(answer("q"), 1);
  EXPECT_THAT(shown_, Not(HasSubstr("no-grad-eval")));
  moved.replace(moved.find("out = model(x)"), 14, "out = model(2 * x)");
  project_.write("a.py", moved);
  EXPECT_EQ(answer("q"), 1);
  EXPECT_THAT(shown_, HasSubstr("no-grad-eval"));
}

TEST_F(Interactive, WhatWasDeclinedIsAskedAgainOnRequest) {
  project_.write("a.py", kLeaky);
  answer("n");
  EXPECT_EQ(answer(""), 1);
  EXPECT_THAT(shown_, HasSubstr("1 fix was declined in an earlier run"));
  EXPECT_EQ(answer("y", {"--ask-again"}), 0);
}

TEST_F(Interactive, DecisionsThatOthersMayHaveMadeAreNotBelieved) {
  project_.write("a.py", kLeaky);
  answer("n");
  for (const auto& entry : fs::directory_iterator(state_.path() / "mlfix")) {
    ASSERT_EQ(chmod(entry.path().c_str(), 0666), 0);
  }
  EXPECT_EQ(answer("q"), 1);
  EXPECT_THAT(shown_, AllOf(HasSubstr("is not kept"), HasSubstr("no-grad-eval")));
  ASSERT_EQ(chmod((state_.path() / "mlfix").c_str(), 0777), 0);
  EXPECT_EQ(answer("n"), 1);
  EXPECT_THAT(shown_, HasSubstr("only you may write to"));
}

TEST_F(Interactive, DecisionsAreNotKeptBehindALink) {
  project_.write("a.py", kLeaky);
  const fs::path elsewhere = tools_.path() / "elsewhere";
  fs::create_directory(elsewhere);
  fs::create_symlink(elsewhere, state_.path() / "mlfix");
  EXPECT_EQ(answer("n"), 1);
  EXPECT_THAT(shown_, HasSubstr("is not kept"));
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

TEST_F(Interactive, AllOfTheRuleAndNoOther) {
  project_.write("a.py", kTwoRules);
  project_.write("b.py", kLeaky);
  EXPECT_EQ(answer("aq"), 1);
  EXPECT_THAT(shown_, AllOf(HasSubstr("fixed a.py:"), HasSubstr("fixed b.py:")));
  EXPECT_EQ(bytes("a.py"), fixed(kTwoRules, {"--select", "no-grad-eval"}));
  EXPECT_EQ(bytes("b.py"), fixed(kLeaky));
}

TEST_F(Interactive, AllThatAssumeNoMore) {
  std::string opaque(kLeaky);  // the same fix, that assumes something
  opaque.replace(opaque.find("loader):"), 8, "loader, sink):");
  opaque.replace(opaque.find("        correct +="), 0, "        sink(out)\n");
  project_.write("a.py", kLeaky);
  project_.write("b.py", opaque);
  answer("aq");
  EXPECT_EQ(bytes("a.py"), fixed(kLeaky));
  EXPECT_EQ(bytes("b.py"), opaque);
  EXPECT_THAT(shown_, HasSubstr(std::string(kUnsafeQuestion)));
}

TEST_F(Interactive, AnUnsafeFixNamesWhatItAssumes) {
  project_.write("a.py", kUnsafe);
  EXPECT_EQ(answer("y"), 0);
  EXPECT_THAT(shown_, AllOf(HasSubstr(std::string(kUnsafeQuestion)), HasSubstr("assumes: "),
                            HasSubstr("(1 unsafe)")));
  EXPECT_EQ(bytes("a.py"), fixed(kUnsafe, {"--unsafe"}));
}

TEST_F(Interactive, SkippingLeavesTheFileForAnotherTime) {
  project_.write("a.py", kTwoRules);
  project_.write("b.py", kLeaky);
  EXPECT_EQ(answer("sy"), 1);
  EXPECT_EQ(bytes("a.py"), kTwoRules);
  EXPECT_EQ(bytes("b.py"), fixed(kLeaky));
  EXPECT_THAT(shown_, HasSubstr("1 file skipped"));
  answer("q");
  EXPECT_THAT(shown_, HasSubstr("(1/2)"));
}

TEST_F(Interactive, TheEditorBeginsWithTheFixedText) {
  project_.write("a.py", kLeaky);
  use_editor("#!/bin/sh\ncp \"$1\" seen.txt\nprintf 'print(1)\\n' >> \"$1\"\n");
  EXPECT_EQ(answer("e"), 0);
  EXPECT_EQ(bytes("seen.txt"), fixed(kLeaky));
  EXPECT_EQ(bytes("a.py"), fixed(kLeaky) + "print(1)\n");
  EXPECT_THAT(shown_, HasSubstr("1 edited"));
}

TEST_F(Interactive, WhatTheEditorMakesMustBePython) {
  project_.write("a.py", kLeaky);
  // The first time something that is no Python, then what was left of it and the end.
  use_editor(
      "#!/bin/sh\nif [ -e once ]; then sed -i 's/^def broken($/x = 1/' \"$1\"; else"
      " touch once; echo 'def broken(' >> \"$1\"; fi\n");
  EXPECT_EQ(answer("ee"), 0);
  EXPECT_THAT(shown_, HasSubstr("Nothing is written; e goes on with your text."));
  EXPECT_EQ(bytes("a.py"), fixed(kLeaky) + "x = 1\n");
}

TEST_F(Interactive, AnEditorThatFailsChangesNothing) {
  project_.write("a.py", kLeaky);
  use_editor("#!/bin/sh\necho x >> \"$1\"\nexit 3\n");
  EXPECT_EQ(answer("eq"), 1);
  EXPECT_THAT(shown_, HasSubstr("ended with status 3"));
  EXPECT_EQ(bytes("a.py"), kLeaky);
}

TEST_F(Interactive, SilencesAsAddIgnoreDoes) {
  project_.write("a.py", kLeaky);
  AtTerminal terminal(words(), options());
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("i");
  ASSERT_TRUE(terminal.sees("Why"));
  terminal.type("x #y\n");
  ASSERT_TRUE(terminal.sees("A reason is plain text"));
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("i");
  ASSERT_TRUE(terminal.sees("Why"));
  terminal.type("\x03");
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("i");
  ASSERT_TRUE(terminal.sees("Why"));
  terminal.type("once a day\n");
  EXPECT_EQ(terminal.finish(), 0);
  EXPECT_EQ(bytes("a.py"), fixed(kLeaky, {"--add-ignore", "--reason", "once a day"}));
}

TEST_F(Interactive, UndoTakesEachKindOfDecisionBack) {
  project_.write("a.py", kTwoRules);
  project_.write("b.py", kLeaky);
  EXPECT_EQ(answer("uyunuauuq"), 1);
  EXPECT_THAT(shown_, AllOf(HasSubstr("nothing was decided yet"), HasSubstr("undone: fixed a.py"),
                            HasSubstr("undone: declined a.py"), HasSubstr("undone: fixed b.py")));
  EXPECT_EQ(bytes("a.py"), kTwoRules);
  EXPECT_EQ(bytes("b.py"), kLeaky);
  answer("q");  // and no decision was kept
  EXPECT_THAT(shown_, HasSubstr("(1/3)"));
  answer("suq");
  EXPECT_THAT(shown_, HasSubstr("undone: skipped a.py"));
}

TEST_F(Interactive, UndoLeavesWhatSomebodyElseHasChanged) {
  project_.write("a.py", kTwoRules);
  AtTerminal terminal(words(), options());
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("y");
  ASSERT_TRUE(terminal.sees("]? "));
  project_.write("a.py", "print(1)\n");
  terminal.type("u");
  EXPECT_TRUE(terminal.sees("was changed by somebody else"));
  EXPECT_NE(terminal.finish(), 130);
  EXPECT_EQ(bytes("a.py"), "print(1)\n");
}

TEST_F(Interactive, AFileThatChangesMeanwhileIsLookedAtAnew) {
  project_.write("a.py", kLeaky);
  AtTerminal terminal(words(), options());
  ASSERT_TRUE(terminal.sees("]? "));
  const std::string changed = std::string(kLeaky) + "\n\nprint(1)\n";
  project_.write("a.py", changed);
  terminal.type("y");
  ASSERT_TRUE(terminal.sees("was changed by somebody else"));
  ASSERT_TRUE(terminal.sees("]? "));
  EXPECT_EQ(bytes("a.py"), changed);
  terminal.type("y");
  EXPECT_EQ(terminal.finish(), 0);
  EXPECT_EQ(bytes("a.py"), fixed(changed));
}

TEST_F(Interactive, ALinkInThePlaceOfTheFileIsAnotherFile) {
  const testing::TemporaryFolder outside;
  const fs::path victim = outside.write("victim.py", kLeaky);
  const fs::path file = project_.write("a.py", kLeaky);
  AtTerminal terminal(words(), options());
  ASSERT_TRUE(terminal.sees("]? "));
  fs::remove(file);
  fs::create_symlink(victim, file);
  terminal.type("y");
  EXPECT_TRUE(terminal.sees("was changed by somebody else"));
  terminal.type("q");
  terminal.finish();
  EXPECT_EQ(testing::read_bytes(victim), kLeaky);
}

TEST_F(Interactive, HelpNamesEveryKey) {
  project_.write("a.py", kLeaky);
  answer("?xq");
  for (const char key : std::string_view("ynaseiuq?")) {
    EXPECT_THAT(shown_, HasSubstr(std::string("\n  ") + key + "  "));
  }
  EXPECT_THAT(shown_, HasSubstr("? is for help"));
}

// An arrow is several bytes, and none of them is an answer.
TEST_F(Interactive, KeysThatMeanNothingDecideNothing) {
  project_.write("a.py", kLeaky);
  AtTerminal terminal(words(), options());
  for (const char* key : {"\x1b[A", "\x1bOy", "\xc3\xa9", "\n"}) {
    ASSERT_TRUE(terminal.sees("]? "));
    terminal.type(key);
  }
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 1);
  EXPECT_EQ(bytes("a.py"), kLeaky);
}

TEST_F(Interactive, ShowsTheQuestionAgainOnCtrlL) {
  project_.write("a.py", kLeaky);
  AtTerminal terminal(words(), options());
  ASSERT_TRUE(terminal.sees("why:"));
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("\f");
  EXPECT_TRUE(terminal.sees("why:"));
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("q");
  EXPECT_EQ(terminal.finish(), 1);
}

TEST_F(Interactive, CtrlCEndsItAndGivesTheTerminalBack) {
  project_.write("a.py", kTwoRules);
  AtTerminal terminal(words(), options());
  ASSERT_TRUE(terminal.sees("]? "));
  EXPECT_FALSE(terminal.is_as_found());
  terminal.type("y");
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.type("\x03");
  EXPECT_EQ(terminal.finish(), 130);
  EXPECT_TRUE(terminal.is_as_found());
  EXPECT_EQ(bytes("a.py"), fixed(kTwoRules, {"--select", "no-grad-eval"}));
  EXPECT_THAT(terminal.shown(), HasSubstr("1 fixed, 1 not decided"));
}

TEST_F(Interactive, CtrlZSuspendsItAndTheQuestionComesBack) {
  project_.write("a.py", kLeaky);
  const testing::AtTerminal::JobControl shell{
      "$0 --no-config --interactive; echo suspended $?; stty -a | grep -o ' icanon'; fg; echo end "
      "$?"};
  AtTerminal terminal(shell, options());
  ASSERT_TRUE(terminal.sees("]? ")) << terminal.shown();
  terminal.type("\x1a");
  ASSERT_TRUE(terminal.sees("suspended 148")) << terminal.shown();
  ASSERT_TRUE(terminal.sees(" icanon")) << "the shell has its terminal back";
  ASSERT_TRUE(terminal.sees("]? ")) << terminal.shown();
  terminal.type("y");
  ASSERT_TRUE(terminal.sees("end 0")) << terminal.shown();
  terminal.finish();
  EXPECT_EQ(bytes("a.py"), fixed(kLeaky));
}

TEST_F(Interactive, AnEndFromOutsideGivesTheTerminalBack) {
  project_.write("a.py", kLeaky);
  AtTerminal terminal(words(), options());
  ASSERT_TRUE(terminal.sees("]? "));
  terminal.send(SIGTERM);
  EXPECT_EQ(terminal.finish(), 143);
  EXPECT_TRUE(terminal.is_as_found());
  EXPECT_EQ(bytes("a.py"), kLeaky);
}

TEST_F(Interactive, AnEndFromOutsideDoesNotWaitForAnEditorThatHangs) {
  project_.write("a.py", kLeaky);
  use_editor("#!/bin/sh\necho editing\nexec sleep 60\n");
  for (const int signal : {SIGTERM, SIGHUP}) {
    AtTerminal terminal(words(), options());
    ASSERT_TRUE(terminal.sees("]? "));
    terminal.type("e");
    ASSERT_TRUE(terminal.sees("editing"));
    const auto sent = std::chrono::steady_clock::now();
    terminal.send(signal);
    EXPECT_EQ(terminal.finish(), 128 + signal);
    EXPECT_LT(std::chrono::steady_clock::now() - sent, std::chrono::seconds(20));
    EXPECT_EQ(bytes("a.py"), kLeaky);
  }
}

TEST_F(Interactive, NamesAndTextsOfOthersDoNothingToTheTerminal) {
  std::string evil(kLeaky);
  evil.insert(evil.find("loader:\n") + 7, "  # \x1b[2J");
  project_.write("a\x1b]0;title\x07.py", evil);
  answer("n");
  EXPECT_THAT(shown_, AllOf(Not(HasSubstr("\x1b]0")), Not(HasSubstr("\x1b[2J"))));
  EXPECT_THAT(shown_, HasSubstr("a\\x1b]0;title\\x07.py"));
}

TEST_F(Interactive, FixesACellAndNoOtherByte) {
  project_.write("n.ipynb", R"json({"cells": [{"cell_type": "code", "execution_count": null,
 "metadata": {}, "outputs": [], "source": ["import torch\n", "model = torch.nn.Linear(2, 2)\n",
 "model.eval()\n", "n = 0\n", "for x, y in loader:\n", "    out = model(x)\n",
 "    n += (out.argmax(1) == y).sum().item()"]}],
 "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
)json");
  const testing::TemporaryFolder copy;
  fs::copy(project_.path() / "n.ipynb", copy.path() / "n.ipynb");
  ProcessOptions there = options();
  there.folder = copy.path();
  testing::run_mlfix({"--no-config", "--write", "--unsafe", "n.ipynb"}, there);
  answer("y");
  EXPECT_EQ(bytes("n.ipynb"), testing::read_bytes(copy.path() / "n.ipynb"));
  EXPECT_THAT(bytes("n.ipynb"), HasSubstr("no_grad"));
}

TEST_F(Interactive, AFileThatMayNotBeWrittenStaysAndIsNotAskedAboutForEver) {
  const fs::path file = project_.write("a.py", kLeaky);
  project_.write("b.py", kLeaky);
  fs::permissions(file, fs::perms::owner_read);
  EXPECT_EQ(answer("yy"), 1);
  EXPECT_THAT(shown_, HasSubstr("is read-only"));
  EXPECT_EQ(bytes("a.py"), kLeaky);
  EXPECT_EQ(bytes("b.py"), fixed(kLeaky));
}

TEST_F(Interactive, RefusesToWriteWhereGitDoesNotSayWhatItIgnores) {
  project_.write("a.py", kLeaky);
  project_.write(".git", "gitdir: nowhere\n");
  AtTerminal terminal(words(), options());
  EXPECT_EQ(terminal.finish(), 2);
  EXPECT_THAT(terminal.shown(), HasSubstr("nothing is written, because ignored files"));
  EXPECT_EQ(bytes("a.py"), kLeaky);
}

}  // namespace
}  // namespace mlfix::interactive_test
