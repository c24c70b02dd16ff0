// Folders that their makers could not remove.

#include "text/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "support/temporary_folder.h"

namespace mlfix::temporary_folder_test {
namespace {

namespace fs = std::filesystem;

class TemporaryFolders : public ::testing::Test {
 protected:
  TemporaryFolders() { setenv("TMPDIR", parent_.path().c_str(), 1); }
  ~TemporaryFolders() override { unsetenv("TMPDIR"); }

  bool is_empty() const { return fs::is_empty(parent_.path()); }

  const testing::TemporaryFolder parent_;
};

// A process that makes a folder and is killed.
void leave_one() {
  const pid_t child = fork();
  if (child == 0) {
    const auto folder = TemporaryFolder::make("test");
    kill(getpid(), SIGKILL);
    _exit(folder ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(TemporaryFolders, AreGoneAtTheEnd) {
  { ASSERT_TRUE(TemporaryFolder::make("test")); }
  EXPECT_TRUE(is_empty());
}

TEST_F(TemporaryFolders, OfTheKilledAreFoundAndRemoved) {
  leave_one();
  EXPECT_FALSE(is_empty());
  EXPECT_TRUE(TemporaryFolder::abandoned("other").empty());
  {
    const auto found = TemporaryFolder::abandoned("test");
    EXPECT_EQ(found.size(), 1u);
    EXPECT_TRUE(TemporaryFolder::abandoned("test").empty()) << "taken by two";
  }
  EXPECT_TRUE(is_empty());
}

TEST_F(TemporaryFolders, InUseAreLeftAlone) {
  const auto used = TemporaryFolder::make("test");
  ASSERT_TRUE(used);
  EXPECT_TRUE(TemporaryFolder::abandoned("test").empty());
  EXPECT_TRUE(fs::exists(used->path()));
}

// Nothing that we did not make, or that others could have made.
TEST_F(TemporaryFolders, OfOthersAreLeftAlone) {
  leave_one();
  for (const auto& entry : fs::directory_iterator(parent_.path())) {
    fs::permissions(entry.path(), fs::perms::others_write, fs::perm_options::add);
  }
  parent_.write("mlfix-test-mine/notes.txt", "x");
  fs::create_directory_symlink("/", parent_.path() / "mlfix-test-link");
  EXPECT_TRUE(TemporaryFolder::abandoned("test").empty());
}

}  // namespace
}  // namespace mlfix::temporary_folder_test
