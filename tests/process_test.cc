// Running other programs: what goes in, what comes out, and what is not
// inherited.

#include "process/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>

#include "process/spawn.h"
#include "support/temporary_folder.h"

namespace mlfix::process_test {
namespace {

using ::testing::HasSubstr;

ProcessOutput run(std::vector<std::string> words, std::string input = {}) {
  const auto output = run_process({std::move(words), {}, std::move(input), {}});
  EXPECT_TRUE(output.has_value()) << output.error().to_string();
  return output.value_or(ProcessOutput{-1, {}, {}});
}

TEST(Process, GivesStatusAndBothOutputs) {
  const ProcessOutput output = run({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(output.status, 3);
  EXPECT_EQ(output.out, "out\n");
  EXPECT_EQ(output.err, "err\n");
}

TEST(Process, PassesBytesThroughAProgramThatReadsWhileItWrites) {
  std::string bytes;
  for (int i = 0; i < 3'000'000; ++i) bytes += static_cast<char>(i % 256);
  EXPECT_EQ(run({"cat"}, bytes).out, bytes);
}

TEST(Process, DoesNotWaitForAProgramThatFillsStandardError) {
  const ProcessOutput output = run({"sh", "-c", "head -c 1000000 /dev/zero >&2; echo done"});
  EXPECT_EQ(output.err.size(), 1'000'000U);
  EXPECT_EQ(output.out, "done\n");
}

TEST(Process, ProgramMayIgnoreItsInput) {
  EXPECT_EQ(run({"true"}, std::string(1'000'000, 'x')).status, 0);
}

TEST(Process, KnowsNoShell) {
  EXPECT_EQ(run({"printf", "%s", "$HOME; `id` \"*\""}).out, "$HOME; `id` \"*\"");
}

TEST(Process, AddsAndRemovesVariables) {
  setenv("MLFIX_TEST_INHERITED", "ours", 1);
  const auto output = run_process({{"sh", "-c", "echo \"${MLFIX_TEST_INHERITED-none} $MORE\""},
                                   {},
                                   {},
                                   {{"MLFIX_TEST_INHERITED", std::nullopt}, {"MORE", "more"}}});
  unsetenv("MLFIX_TEST_INHERITED");
  EXPECT_EQ(output->out, "none more\n");
}

TEST(Process, RunsInTheFolderGiven) {
  const testing::TemporaryFolder folder;
  const auto output = run_process({{"pwd", "-P"}, folder.path(), {}, {}});
  EXPECT_EQ(output->out, std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST(Process, SignalIsAStatusAsAShellShowsIt) {
  EXPECT_EQ(run({"sh", "-c", "kill -TERM $$"}).status, 128 + 15);
}

TEST(Process, SaysWhichProgramIsMissing) {
  const auto output = run_process({{"mlfix-no-such-program"}, {}, {}, {}});
  ASSERT_FALSE(output.has_value());
  EXPECT_THAT(output.error().to_string(), HasSubstr("mlfix-no-such-program can't be run"));
  EXPECT_THAT(output.error().to_string(), HasSubstr("on PATH"));
}

// A program is ended when it exceeds what it may take.
std::string complaint_of(std::vector<std::string> words, const Bounds& bounds) {
  const auto output = run_process({std::move(words), {}, {}, {}, bounds});
  return output ? "ended by itself" : output.error().to_string();
}

TEST(Process, IsEndedBeyondItsTime) {
  EXPECT_THAT(complaint_of({"sleep", "600"}, {.time = std::chrono::seconds(1)}),
              HasSubstr("sleep was ended: it did not end within 1 s"));
}

TEST(Process, IsEndedBeyondItsProcessorTime) {
  EXPECT_THAT(
      complaint_of({"sh", "-c", "while :; do :; done"}, {.processor = std::chrono::seconds(1)}),
      HasSubstr("more than 1 s of processor time"));
}

TEST(Process, IsEndedWhereItWaitsForAPipe) {
  const testing::TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const Bounds bounds{.time = std::chrono::seconds(60),
                      .at_endless_file = std::chrono::milliseconds(300)};
  EXPECT_THAT(complaint_of({"cat", pipe}, bounds),
              HasSubstr("cat was ended: it waits for " + pipe + ", which is a pipe or a device"));
  // Not only until it is open.
  const Descriptor kept(open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_THAT(complaint_of({"cat", pipe}, bounds), HasSubstr("it waits for " + pipe));
  // A name is looked up where the program runs.
  const auto below = run_process({{"cat", "pipe"}, folder.path(), {}, {}, bounds});
  ASSERT_FALSE(below.has_value());
  EXPECT_THAT(below.error().to_string(), HasSubstr("it waits for " + pipe));
}

TEST(Process, IsNotEndedWhereItWaitsForWhatComes) {
  const Bounds bounds{.at_endless_file = std::chrono::milliseconds(300)};
  EXPECT_EQ(complaint_of({"sh", "-c", "x=$(sleep 1; echo y); test $x = y"}, bounds),
            "ended by itself");
  EXPECT_EQ(complaint_of({"sleep", "1"}, bounds), "ended by itself");
}

TEST(Process, GetsNoMoreMemoryThanItMay) {
  constexpr std::size_t kMost = 64 << 20;
  const auto reads_zeros = [](const Bounds& bounds) {
    return run_process({{"python3", "-c", "print(len(bytes(128 << 20)))"}, {}, {}, {}, bounds});
  };
  EXPECT_EQ(reads_zeros({})->status, 0);
  const auto bounded = reads_zeros({.memory = kMost});
  EXPECT_NE(bounded->status, 0);
  EXPECT_THAT(bounded->err, HasSubstr("MemoryError"));
}

TEST(Process, IsEndedWhenItPrintsTooMuch) {
  EXPECT_THAT(complaint_of({"yes"}, {.output = 1 << 20}), HasSubstr("more than 1 MiB"));
}

}  // namespace
}  // namespace mlfix::process_test
