// `mlfix --watch`: what it prints when files, folders and the configuration change under it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "process/folder_watch.h"
#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "support/terminal.h"

namespace mlfix::watch_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using testing::AtTerminal;
using ::testing::HasSubstr;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;
using testing::RunningMlfix;
using Clock = std::chrono::steady_clock;

class Watch : public ::testing::Test {
 protected:
  ProcessOptions options() const {
    ProcessOptions options;
    options.folder = project_.path();
    options.environment = {{"TERM", "xterm"}, {"NO_COLOR", "1"}};
    return options;
  }

  void write(const fs::path& name, std::string_view text) const { project_.write(name, text); }

  // Writes beside it and renames, as editors do.
  void save(const fs::path& name, std::string_view text) const {
    project_.write("save.tmp", text);
    fs::rename(project_.path() / "save.tmp", project_.path() / name);
  }

  std::string printed() const { return testing::read_bytes(project_.path() / "stdout.txt"); }

  // Waits until `text` was printed after what was seen before.
  ::testing::AssertionResult prints(const std::string& text) {
    constexpr std::chrono::seconds kPatience{60};
    const auto end = Clock::now() + kPatience;
    std::size_t at = std::string::npos;
    while (!fs::exists(project_.path() / "stdout.txt") ||
           (at = printed().find(text, seen_)) == std::string::npos) {
      if (Clock::now() > end) {
        return ::testing::AssertionFailure() << text << " is not in\n" << printed();
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    seen_ = at + text.size();
    return ::testing::AssertionSuccess();
  }

  const testing::TemporaryFolder project_;
  std::size_t seen_ = 0;
};

std::vector<std::string> concise() {
  return {"--no-config", "--watch", "--format", "concise", "."};
}

TEST_F(Watch, PrintsWhatIsNewAndCountsWhatIsGone) {
  write("a.py", kLeaky);
  write("b.py", "import torch\n");
  RunningMlfix running(concise(), options());
  ASSERT_TRUE(prints("a.py:8:5: no-grad-eval"));
  ASSERT_TRUE(prints("1 finding in 1 file (2 checked)"));
  save("b.py", kLeaky);
  ASSERT_TRUE(prints("b.py:8:5: no-grad-eval"));
  ASSERT_TRUE(prints("1 new, 0 gone; 2 findings left."));
  save("a.py", "import torch\n");
  ASSERT_TRUE(prints("0 new, 1 gone; 1 finding left."));
  running.send(SIGINT);
  EXPECT_EQ(running.finish().status, 130);
  EXPECT_EQ(printed().find("a.py:8:5"), printed().rfind("a.py:8:5"));
}

// What another file says decides: whether the sum is differentiated.
TEST_F(Watch, LooksAtWhatDependsOnTheFileThatChanged) {
  write("helper.py", "def use(total):\n    total.backward()\n");
  write("train.py", R"(import torch
from helper import use


def train(model, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward(retain_graph=True)
        optimizer.step()
        total += loss
    use(total)
)");
  RunningMlfix running(
      {"--no-config", "--watch", "--format", "concise", "--select", "detach-accumulated-loss", "."},
      options());
  ASSERT_TRUE(prints("No findings in 2 files"));
  save("helper.py", "def use(total):\n    print(total.item())\n");
  ASSERT_TRUE(prints("train.py:12:9: detach-accumulated-loss"));
  save("helper.py", "def use(total):\n    total.backward()\n");
  ASSERT_TRUE(prints("0 new, 1 gone; 0 findings left."));
  running.send(SIGTERM);
  EXPECT_EQ(running.finish().status, 143);
}

TEST_F(Watch, FollowsFilesAndFoldersThatComeAndGo) {
  write("a.py", "import torch\n");
  RunningMlfix running(concise(), options());
  ASSERT_TRUE(prints("No findings in 1 file"));
  write("pack/deep/new.py", kLeaky);
  ASSERT_TRUE(prints("pack/deep/new.py:8:5: no-grad-eval"));
  fs::rename(project_.path() / "pack", project_.path() / "moved");
  ASSERT_TRUE(prints("moved/deep/new.py:8:5: no-grad-eval"));
  ASSERT_TRUE(prints("1 new, 1 gone; 1 finding left."));
  save("moved/deep/new.py", "import torch\n");  // which is watched under its new name
  ASSERT_TRUE(prints("0 new, 1 gone; 0 findings left."));
  write("moved/other.py", kLeaky);
  ASSERT_TRUE(prints("moved/other.py:8:5: no-grad-eval"));
  fs::remove_all(project_.path() / "moved");
  ASSERT_TRUE(prints("0 new, 1 gone; 0 findings left."));
  running.send(SIGINT);
  EXPECT_EQ(running.finish().status, 130);
}

TEST_F(Watch, FollowsTheConfiguration) {
  write("a.py", kLeaky);
  write("mlfix.yaml", "per-path-ignores:\n  a.py: all\n");
  RunningMlfix running({"--watch", "--format", "concise", "."}, options());
  ASSERT_TRUE(prints("No findings in 0 files"));
  save("mlfix.yaml", "rules: [\n");
  ASSERT_TRUE(running.wait_for("mlfix.yaml"));
  save("mlfix.yaml", "rules: {}\n");
  ASSERT_TRUE(prints("a.py:8:5: no-grad-eval"));
  running.send(SIGINT);
  EXPECT_EQ(running.finish().status, 130);
}

TEST_F(Watch, FollowsTheRulesOfTheProject) {
  const auto rule = [](std::string_view called) {
    return "my-rule:\n  message: called\n  pattern: " + std::string(called) + "()\n";
  };
  write("a.py", "first()\nsecond()\n");
  write(".mlfix/rules/r.yaml", rule("first"));
  RunningMlfix running({"--watch", "--format", "concise", "."}, options());
  ASSERT_TRUE(prints("a.py:1:1: my-rule"));
  save(".mlfix/rules/r.yaml", "my-rule: [\n");
  ASSERT_TRUE(running.wait_for("r.yaml"));
  save(".mlfix/rules/r.yaml", rule("second"));
  ASSERT_TRUE(prints("a.py:2:1: my-rule"));
  fs::remove_all(project_.path() / ".mlfix");
  ASSERT_TRUE(prints("0 new, 1 gone; 0 findings left."));
  write(".mlfix/rules/r.yaml", rule("first"));
  ASSERT_TRUE(prints("a.py:1:1: my-rule"));
  running.send(SIGINT);
  EXPECT_EQ(running.finish().status, 130);
}

TEST_F(Watch, ANamedFileIsWatchedAlone) {
  write("a.py", "import torch\n");
  RunningMlfix running({"--no-config", "--watch", "--format", "concise", "a.py"}, options());
  ASSERT_TRUE(prints("No findings in 1 file"));
  save("b.py", kLeaky);
  save("a.py", kLeaky);
  ASSERT_TRUE(prints("a.py:8:5: no-grad-eval"));
  ASSERT_TRUE(prints("1 new, 0 gone; 1 finding left."));
  running.send(SIGINT);
  running.finish();
  EXPECT_THAT(printed(), Not(HasSubstr("b.py")));
}

TEST_F(Watch, RedrawsATerminalAndEndsAtOnce) {
  write("a.py", kLeaky);
  AtTerminal terminal({"--no-config", "--watch", "."}, options());
  ASSERT_TRUE(terminal.sees("\x1b[H\x1b[2J"));
  ASSERT_TRUE(terminal.sees("why:"));
  ASSERT_TRUE(terminal.sees("watching 1 file; Ctrl-C ends it."));
  save("a.py", "import torch\n");
  ASSERT_TRUE(terminal.sees("\x1b[H\x1b[2J"));
  ASSERT_TRUE(terminal.sees("No findings in 1 file"));
  ASSERT_TRUE(terminal.sees("Ctrl-C ends it."));
  const auto before = Clock::now();
  terminal.type("\x03");
  EXPECT_EQ(terminal.finish(), 130);
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(1));
}

// As many lines as the terminal has, with what there is no room for counted.
TEST_F(Watch, ShowsNoMoreThanTheTerminalHasRoomFor) {
  for (int i = 0; i < 80; ++i) write("f" + std::to_string(i) + ".py", kLeaky);
  AtTerminal terminal({"--no-config", "--watch", "."}, options());
  ASSERT_TRUE(terminal.sees("Ctrl-C ends it."));
  terminal.type("\x03");
  terminal.finish();
  const std::string& shown = terminal.shown();
  const std::size_t screen = shown.rfind("\x1b[2J");
  EXPECT_LE(std::count(shown.begin() + static_cast<std::ptrdiff_t>(screen), shown.end(), '\n'), 60);
  EXPECT_THAT(shown, HasSubstr("lines more)"));
}

// In memory: a disk takes a millisecond to remove a folder that was watched.
TEST(WatchedFolders, OfTooManyItIsSaid) {
  constexpr const char* kMemory = "/dev/shm";
  constexpr int kMost = 20'000;
  int allowed = 0;
  std::ifstream("/proc/sys/fs/inotify/max_user_watches") >> allowed;
  if (allowed <= kMost || access(kMemory, W_OK) != 0) GTEST_SKIP() << "not on this system";
  const testing::TemporaryFolder many{fs::path(kMemory)};
  for (int i = 0; i < kMost; ++i) fs::create_directory(many.path() / std::to_string(i));
  many.write("a.py", kLeaky);
  ProcessOptions options;
  options.folder = many.path();
  const std::string said = "only 20000 folders are watched, and there are more";
  RunningMlfix running(concise(), options);
  ASSERT_TRUE(running.wait_for(said));
  running.send(SIGINT);
  const ProcessResult result = running.finish();
  EXPECT_EQ(result.status, 130);
  EXPECT_THAT(result.err, HasSubstr("name the folders that you work in"));
}

TEST_F(Watch, WhatItCanNotBeCombinedWithIsSaid) {
  for (const char* other : {"--write", "--diff", "--interactive", "--quiet"}) {
    const auto result = testing::run_mlfix({"--watch", other}, options());
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("can't be combined with"));
  }
  EXPECT_THAT(testing::run_mlfix({"--watch", "--format", "json"}, options()).err,
              HasSubstr("a format for programs"));
}

TEST(FolderWatch, TellsOnceWhatHasHappened) {
  const testing::TemporaryFolder folder;
  FolderWatch watch([](const fs::path& file) { return file.extension() == ".py"; },
                    [](const fs::path& path) { return path.filename() != "cache"; });
  ASSERT_TRUE(watch.add(folder.path()));
  EXPECT_FALSE(watch.has_changes());
  folder.write("a.txt", "1");
  fs::create_directory(folder.path() / "cache");
  EXPECT_FALSE(watch.has_changes());
  folder.write("a.py", "1");
  EXPECT_TRUE(watch.has_changes());
  const FolderChanges changes = watch.take();
  EXPECT_THAT(changes.files, ::testing::ElementsAre(folder.path() / "a.py"));
  EXPECT_FALSE(changes.folders);
  EXPECT_FALSE(watch.take().any());
  fs::create_directory(folder.path() / "more");
  EXPECT_TRUE(watch.take().folders);
}

TEST(FolderWatch, SaysThatTheSystemWatchesNoMore) {
  const testing::TemporaryFolder folder;
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  struct rlimit none = before;
  none.rlim_cur = 0;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  FolderWatch watch([](const fs::path&) { return true; }, [](const fs::path&) { return true; });
  const auto added = watch.add(folder.path());
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error(), EMFILE);
  EXPECT_EQ(watch.size(), 0u);
}

}  // namespace
}  // namespace mlfix::watch_test
