// A run that was killed while it rewrote a file with two names, and the next one.

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "support/hooked_files.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "text/file_system.h"
#include "text/rewrite_record.h"
#include "text/temporary_file.h"

namespace mlfix::recovery_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;

const std::string kOld = "value = compute(first, second)\n";
const std::string kNew = "import torch\n\nother = compute(first, second, third)\n";

class RecoveryTest : public ::testing::Test {
 protected:
  // The process that made the record is on another machine and long gone.
  void SetUp() override {
    file_ = folder_.write("pkg/deep/model.py", kNew.substr(0, 20) + kOld.substr(20));
    fs::create_hard_link(file_, folder_.path() / "second.txt");
    const auto status = system_files().status(file_);
    ASSERT_TRUE(status.has_value());
    record_ =
        folder_.write("pkg/deep/.mlfix-00000001-1-0.rewrite", rewrite_record(*status, kOld, kNew));
    litter_ = folder_.write("pkg/deep/.mlfix-00000001-1-1.tmp", "litter");
    for (const fs::path& name : {record_, litter_}) {
      fs::last_write_time(name, fs::file_time_type::clock::now() - std::chrono::hours(2));
    }
    half_ = testing::read_bytes(file_);
  }

  ProcessResult mlfix(std::vector<std::string> arguments) const {
    ProcessOptions options;
    options.folder = folder_.path();
    return testing::run_mlfix(std::move(arguments), options);
  }

  testing::TemporaryFolder folder_;
  fs::path file_;
  fs::path record_;
  fs::path litter_;
  std::string half_;
};

TEST_F(RecoveryTest, ComesBeforeTheAnalysisOfARunThatMayWrite) {
  const ProcessResult result = mlfix({"--write", "."});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("pkg/deep/model.py: was half written"));
  EXPECT_EQ(testing::read_bytes(file_), kOld);
  EXPECT_EQ(testing::read_bytes(folder_.path() / "second.txt"), kOld);
  EXPECT_FALSE(fs::exists(record_));
  EXPECT_FALSE(fs::exists(litter_))
      << "in every folder with sources, though nothing is fixed there";
}

// The name that is read is the first one, in a folder that has no record.
TEST_F(RecoveryTest, LooksIntoTheFoldersOfAllNamesOfAFile) {
  fs::create_hard_link(file_, folder_.path() / "first.py");
  const ProcessResult result = mlfix({"--write", "."});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(testing::read_bytes(folder_.path() / "first.py"), kOld);
  EXPECT_FALSE(fs::exists(record_));
}

TEST_F(RecoveryTest, IsAnErrorOfARunThatReads) {
  for (const char* action : {"--diff", "--quiet", "--show-minor"}) {
    const ProcessResult result = mlfix({action, "."});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.out, Not(HasSubstr("model.py")));
    EXPECT_THAT(result.err, HasSubstr("pkg/deep/model.py: is half written"));
    EXPECT_EQ(testing::read_bytes(file_), half_);
    EXPECT_TRUE(fs::exists(record_));
    EXPECT_TRUE(fs::exists(litter_));
  }
}

TEST_F(RecoveryTest, HalfAFileIsNotReadByAnotherNameEither) {
  fs::create_hard_link(file_, folder_.path() / "first.py");
  const ProcessResult result = mlfix({"--diff", "."});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, Not(HasSubstr("first.py")));
}

// A run over the folder of another name does not see the record, but what the file says of it.
TEST_F(RecoveryTest, HalfAFileIsNotReadWhereItsRecordIsElsewhere) {
  const fs::path other = folder_.write("other/plain.py", "x = 1\n").parent_path();
  fs::create_hard_link(file_, other / "model.py");
  auto handle = FileHandle::open(system_files(), file_, O_WRONLY);
  ASSERT_TRUE(handle.has_value());
  mark_rewritten(system_files(), handle->descriptor(), record_);
  if (!marked_record(system_files(), file_)) GTEST_SKIP() << "no attributes here";
  for (const char* action : {"--diff", "--write"}) {
    const ProcessResult result = mlfix({action, "other"});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("other/model.py: is half written"));
    EXPECT_THAT(result.err, HasSubstr("pkg/deep"));
    EXPECT_EQ(testing::read_bytes(file_), half_);
    EXPECT_TRUE(fs::exists(record_));
  }
  EXPECT_EQ(mlfix({"--write", "."}).status, 0);
  EXPECT_EQ(testing::read_bytes(other / "model.py"), kOld);
  EXPECT_FALSE(marked_record(system_files(), file_).has_value());
}

// One that was left behind says nothing of a file that is whole.
TEST_F(RecoveryTest, AMarkWithoutARecordIsNotBelieved) {
  const fs::path other = folder_.write("other/plain.py", "x = 1\n").parent_path();
  fs::create_hard_link(file_, other / "model.py");
  auto handle = FileHandle::open(system_files(), file_, O_WRONLY);
  ASSERT_TRUE(handle.has_value());
  mark_rewritten(system_files(), handle->descriptor(), record_);
  fs::remove(record_);
  EXPECT_THAT(mlfix({"--diff", "other"}).err, Not(HasSubstr("is half written")));
}

// Anybody can put names into a repository that look like records.
TEST_F(RecoveryTest, LooksThroughAFolderAsOftenForManyRecordsAsForOne) {
  const auto calls = [&] {
    int count = 0;
    testing::HookedFiles files([&](const testing::Call& call) -> std::optional<int> {
      count += call.name == "list" ? 1 : 0;
      return std::nullopt;
    });
    EXPECT_THAT(half_written_files(files, file_.parent_path()),
                ::testing::SizeIs(::testing::Ge(1u)));
    return count;
  };
  const int for_one = calls();
  EXPECT_GT(for_one, 0);
  for (int i = 2; i < 20; ++i) {
    const fs::path copy = record_.parent_path() / fmt::format(".mlfix-00000001-1-{}.rewrite", i);
    fs::copy_file(record_, copy);
    fs::last_write_time(copy, fs::last_write_time(record_));
  }
  EXPECT_EQ(calls(), for_one);
}

TEST_F(RecoveryTest, FindsTheFileBehindALink) {
  fs::create_symlink("pkg/deep/model.py", folder_.path() / "link.py");
  EXPECT_EQ(mlfix({"--write", "link.py"}).status, 0);
  EXPECT_EQ(testing::read_bytes(file_), kOld);
}

TEST_F(RecoveryTest, LeavesAFileAloneThatSomebodyMended) {
  folder_.write("pkg/deep/model.py", "mended = True\n");
  const ProcessResult result = mlfix({"--write", "."});
  EXPECT_THAT(result.err, Not(HasSubstr("half written")));
  EXPECT_EQ(testing::read_bytes(file_), "mended = True\n");
  EXPECT_FALSE(fs::exists(record_));
}

// A process that nobody has asked for its status still takes signals.
TEST_F(RecoveryTest, ARunThatWasKilledIsGoneThoughNobodyWaitsForIt) {
  const auto status = system_files().status(file_);
  ASSERT_TRUE(status.has_value());
  fs::remove(record_);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(::pause());
  // Named as this machine names those of this process.
  const auto ours =
      write_temporary(system_files(), file_.parent_path(), *status,
                      rewrite_record(*status, kOld, kNew), TemporaryKind::RewriteRecord);
  ASSERT_TRUE(ours.has_value());
  std::string name = ours->filename().string();
  const std::string process = "-" + std::to_string(::getpid()) + "-";
  ASSERT_NE(name.find(process), std::string::npos) << name;
  name.replace(name.find(process), process.size(), "-" + std::to_string(child) + "-");
  fs::rename(*ours, file_.parent_path() / name);
  mlfix({"--write", "."});
  EXPECT_EQ(testing::read_bytes(file_), half_) << "it is still at work";
  ::kill(child, SIGKILL);
  siginfo_t ended{};
  EXPECT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  mlfix({"--write", "."});
  EXPECT_EQ(testing::read_bytes(file_), kOld);
  ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace mlfix::recovery_test
