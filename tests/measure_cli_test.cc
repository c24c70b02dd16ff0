// `mlfix measure` as a user runs it, and what is left in the project afterwards.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::measure_cli_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;

constexpr const char* kPython = "/usr/bin/python3";

// A program that has one safe fix, and runs without torch: it holds more memory
// as long as it is not fixed. It puts its own torch into the place of PyTorch by a name that mlfix
// does not follow: else no fix would be safe.
constexpr std::string_view kLeaky = R"py(import linecache
import time


class nn:
    class Module:
        pass


class Torch:
    def no_grad(self):
        global fixed
        fixed = True
        return lambda function: function


fixed = False
getattr(linecache.os, "s" + "ys").modules["torch"] = Torch()
import torch


def evaluate(loader):
    model = torch.nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:
        out = model(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct


held = bytearray(b"x") * (10_000_000 if fixed else 90_000_000)
print("this is", "after" if fixed else "before", flush=True)
time.sleep(0.5)
)py";

std::map<std::string, std::string> tree_of(const fs::path& folder) {
  std::map<std::string, std::string> tree;
  for (fs::recursive_directory_iterator at(folder), end; at != end; ++at) {
    if (at->is_regular_file()) tree[at->path().string()] = testing::read_bytes(at->path());
  }
  return tree;
}

class MeasureCliTest : public ::testing::Test {
 protected:
  MeasureCliTest() {
    project_.write("train.py", kLeaky);
    project_.write("README", "x\n");
    options_.folder = project_.path();
    options_.environment = {{"TMPDIR", scratch_.path()}, {"LC_ALL", "C.UTF-8"}};
    git({"init", "-q", "."});
    git({"add", "."});
    git({"commit", "-qm", "first"});
    before_ = tree_of(project_.path());
  }

  // Whatever happened, the project is as it was and nothing else is left.
  ~MeasureCliTest() override {
    EXPECT_EQ(tree_of(project_.path()), before_);
    EXPECT_TRUE(fs::is_empty(scratch_.path()));
  }

  std::string git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"git", "-c", "user.name=a", "-c", "user.email=a@b"});
    const ProcessResult result = testing::run_command(arguments, options_);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }

  void change(const fs::path& name, std::string_view text) {
    project_.write(name, text);
    before_ = tree_of(project_.path());
  }

  ProcessResult measure(std::vector<std::string> arguments,
                        const std::vector<std::string>& command = {kPython, "train.py"}) const {
    arguments.insert(arguments.begin(), {"measure", "--no-config", "--interval", "20ms"});
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), command.begin(), command.end());
    return testing::run_mlfix(std::move(arguments), options_);
  }

  testing::TemporaryFolder project_;
  testing::TemporaryFolder scratch_;
  ProcessOptions options_;
  std::map<std::string, std::string> before_;
};

TEST_F(MeasureCliTest, ShowsBothRuns) {
  const ProcessResult result = measure({});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("train.py:25: no-grad-eval"), HasSubstr("memory (PSS)"),
                                HasSubstr("growth"), HasSubstr("\u2588")));
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("before: /usr/bin/python3 train.py"),
                    HasSubstr("after: the same with 1 fix"), Not(HasSubstr("this is"))));
}

TEST_F(MeasureCliTest, MeasuresTheDifference) {
  const ProcessResult result = measure({"--json", "--quiet"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, IsEmpty());
  const auto json = nlohmann::json::parse(result.out);
  const double before = json["before"]["measured"]["rss"]["peak"];
  const double after = json["after"]["measured"]["rss"]["peak"];
  EXPECT_GT(before - after, 70e6);
  EXPECT_EQ(json["fixes"].size(), 1U);
  EXPECT_EQ(json["fixes"][0]["line"], 25);
}

TEST_F(MeasureCliTest, CarriesUncommittedChangesOver) {
  change("helper.py", "def helped(): print('helped', flush=True)\n");
  change("train.py", fmt::format("import helper\nhelper.helped()\n{}", kLeaky));
  const ProcessResult result = measure({"--show-output"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("helped\nthis is before"), HasSubstr("helped\nthis is after")));
}

TEST_F(MeasureCliTest, RunsInTheFolderItWasCalledIn) {
  change("inner/where.py",
         "import os; print(os.path.basename(os.getcwd()), os.environ['PWD'] == "
         "os.getcwd(), flush=True)\n");
  options_.folder = project_.path() / "inner";
  const ProcessResult result = measure({"--show-output", ".."}, {kPython, "where.py"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("inner True\nmlfix: after"), HasSubstr("copy\ninner True")));
}

TEST_F(MeasureCliTest, NamesTheCopyWhereTheCommandNamesTheProject) {
  const ProcessResult result =
      measure({"--show-output"}, {kPython, (project_.path() / "train.py").string()});
  EXPECT_THAT(result.err, AllOf(HasSubstr("this is before"), HasSubstr("this is after")));
}

TEST_F(MeasureCliTest, FindsAnIgnoredInterpreterInTheProject) {
  change(".gitignore", "env\n");
  fs::create_directories(project_.path() / "env/bin");
  fs::create_symlink(kPython, project_.path() / "env/bin/python");
  before_ = tree_of(project_.path());
  const ProcessResult result = measure({"--show-output"}, {"env/bin/python", "train.py"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("this is after"));
}

TEST_F(MeasureCliTest, WarnsWhenTheProjectIsInstalledInPlace) {
  // As such an installation is seen: a path of the interpreter, wherever it runs.
  const testing::TemporaryFolder environment;
  environment.write("sitecustomize.py",
                    fmt::format("import sys\nsys.path.append('{}')\n", project_.path().string()));
  options_.environment["PYTHONPATH"] = environment.path();
  const std::string warning = "imports from " + project_.path().string();
  EXPECT_THAT(measure({}).err, HasSubstr(warning));
  options_.environment["PYTHONPATH"] += ":" + project_.path().string();
  EXPECT_THAT(measure({}).err, Not(HasSubstr(warning)));
}

TEST_F(MeasureCliTest, WorksWithoutGit) {
  fs::remove_all(project_.path() / ".git");
  before_ = tree_of(project_.path());
  EXPECT_EQ(measure({"--quiet"}).status, 0);
}

TEST_F(MeasureCliTest, SaysWhichRunFailedAndHow) {
  const ProcessResult result =
      measure({}, {"sh", "-c", "echo some reason >&2; test -f .git && exit 3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("the run before failed: exit status 1"),
                                HasSubstr("the run after failed: exit status 3"),
                                HasSubstr("  | some reason")));
}

TEST_F(MeasureCliTest, SaysWhatTheCopyLacks) {
  change(".gitignore", "data\n");
  change("data/x", "1");
  const ProcessResult result = measure({}, {"cat", "data/x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("the run after failed"), HasSubstr("data/ (--link NAME")));
  EXPECT_EQ(measure({"--link", "data"}, {"cat", "data/x"}).status, 0);
}

TEST_F(MeasureCliTest, RefusesACommandThatCannotRun) {
  const ProcessResult result = measure({}, {"no-such-program-here"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("no-such-program-here can't be run: no such file"));
}

TEST_F(MeasureCliTest, HasNothingToMeasureWithoutAFix) {
  change("train.py", "print('clean')\n");
  const ProcessResult result = measure({});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("nothing to fix"));
}

TEST_F(MeasureCliTest, HasNothingToMeasureWhenNoRuleIsLeft) {
  const ProcessResult result = measure({"--ignore", "gradient"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("nothing to fix"));
}

TEST_F(MeasureCliTest, NamesUnsafeFixes) {
  change("train.py",
         "import torch\n\nwith torch.autograd.detect_anomaly():\n    print('x', flush=True)\n");
  EXPECT_THAT(measure({}).err,
              HasSubstr("no safe fix to measure; 1 finding can be fixed with --unsafe"));
}

TEST_F(MeasureCliTest, EndsBothRunsAtTheLimit) {
  const ProcessResult result = measure({"--for", "300ms", "--json"}, {"sleep", "600"});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["before"]["ended_by"], "time-limit");
  EXPECT_EQ(json["after"]["ended_by"], "time-limit");
}

TEST_F(MeasureCliTest, EndsCleanlyWhenInterrupted) {
  // The command interrupts its parent, which is mlfix, from the copy.
  const ProcessResult result =
      measure({}, {"sh", "-c", "if [ -f .git ]; then kill -INT $PPID; sleep 600; fi"});
  EXPECT_EQ(result.status, 130);
  EXPECT_THAT(result.err, HasSubstr("interrupted; the project is as it was"));
  EXPECT_THAT(git({"worktree", "list"}), Not(HasSubstr("mlfix-measure")));
}

TEST_F(MeasureCliTest, EndsCleanlyWhenTerminatedInTheFirstRun) {
  const ProcessResult result = measure({}, {"sh", "-c", "kill -TERM $PPID; sleep 600"});
  EXPECT_EQ(result.status, 143);
  EXPECT_THAT(result.out, IsEmpty());
}

// Has the process with this number ended, whether anybody asked for its status or not?
bool has_ended(const std::string& process) {
  std::ifstream words("/proc/" + process + "/cmdline");
  return words.peek() == std::ifstream::traits_type::eof();
}

TEST_F(MeasureCliTest, ClearsWhatAKilledRunLeft) {
  const testing::TemporaryFolder notes;
  const std::string script = fmt::format(
      "case \"$PWD\" in {}/*) setsid sleep 300 & a=$!; env -i setsid sleep 300 >/dev/null 2>&1 & "
      "echo $a $! $$ >{}/processes; sleep 0.2; kill -9 $PPID; sleep 300;; esac",
      scratch_.path().string(), notes.path().string());
  EXPECT_EQ(measure({}, {"/bin/sh", "-c", script}).status, 128 + SIGKILL);
  EXPECT_FALSE(fs::is_empty(scratch_.path()));
  EXPECT_THAT(git({"worktree", "list"}), HasSubstr(scratch_.path().string()));
  EXPECT_EQ(measure({}, {"/bin/sleep", "0.2"}).status, 0);
  EXPECT_THAT(git({"worktree", "list"}), Not(HasSubstr(scratch_.path().string())));
  std::istringstream processes(testing::read_bytes(notes.path() / "processes"));
  int count = 0;
  for (std::string process; processes >> process; ++count) EXPECT_TRUE(has_ended(process));
  EXPECT_EQ(count, 3);
}

TEST_F(MeasureCliTest, WritesAPageThatABrowserShows) {
  const testing::TemporaryFolder out;
  const fs::path page = out.path() / "page.html";
  ASSERT_EQ(measure({"--html", page.string()}).status, 0);
  const ProcessResult seen =
      testing::run_command({kPython, MLFIX_SOURCE_DIR "/tests/support/browser.py", page.string(),
                            "--expect", "Memory before and after 1 fix", "--expect", "no-grad-eval",
                            "--expect", "train.py:25", "--expect", "exit status 0"},
                           options_);
  if (seen.status == 77) GTEST_SKIP() << seen.err;
  EXPECT_EQ(seen.status, 0) << seen.out << seen.err;
}

TEST_F(MeasureCliTest, SaysWhenThePageCannotBeWritten) {
  const ProcessResult result = measure({"--html", "/no/such/folder/page.html"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("/no/such/folder/page.html: can't be written"));
}

TEST_F(MeasureCliTest, MakesNoPageBehindALinkThatLeadsNowhereYet) {
  const testing::TemporaryFolder out;
  const fs::path link = out.path() / "page.html";
  fs::create_symlink("later.html", link);
  EXPECT_EQ(measure({"--html", link.string()}).status, 0);
  EXPECT_FALSE(fs::exists(out.path() / "later.html"));
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(link)));
}

TEST_F(MeasureCliTest, ExplainsMistakes) {
  const auto error = [&](std::vector<std::string> arguments) {
    const ProcessResult result = testing::run_mlfix(std::move(arguments), options_);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_THAT(error({"measure"}), HasSubstr("measure needs a command"));
  EXPECT_THAT(error({"measure", "--"}), HasSubstr("measure needs a command"));
  EXPECT_THAT(error({"measure", "--for", "soon", "--", "x"}), HasSubstr("--for must be a time"));
  EXPECT_THAT(error({"measure", "--interval", "0", "--", "x"}), HasSubstr("--interval must be"));
  EXPECT_THAT(error({"measure", "--tensor", "--", "x"}), HasSubstr("did you mean --tensors"));
  EXPECT_THAT(error({"measure", "-", "--", "x"}), HasSubstr("can't be measured"));
}

TEST_F(MeasureCliTest, LeavesTheWordsOfTheCommandAlone) {
  const ProcessResult result =
      measure({"--show-output"}, {"echo", "--unsafe", "--", "--for", "x y"});
  EXPECT_THAT(result.err, HasSubstr("--unsafe -- --for x y\n"));
}

}  // namespace
}  // namespace mlfix::measure_cli_test
