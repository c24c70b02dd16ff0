// What is read of what was found, when links were put in its place meanwhile.

#include "engine/found_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "support/temporary_folder.h"

namespace mlfix::found_files_test {
namespace {

namespace fs = std::filesystem;

class FoundFilesTest : public ::testing::Test {
 protected:
  FoundFilesTest() {
    folder_.write("in/sub/a.py", "mine");
    folder_.write("in/.git/hooks/a.py", "git's");
    folder_.write("out/a.py", "theirs");
  }

  fs::path at(const fs::path& name) const { return folder_.path() / name; }

  // The file's bytes, or the errno.
  std::string read(const std::vector<fs::path>& given, const fs::path& path) const {
    FoundFiles files(given);
    auto handle = FileHandle::open(files, path, O_RDONLY);
    if (!handle) return handle.error() == ELOOP ? "a link" : std::to_string(handle.error());
    return handle->read_all(fs::file_size(path)).value_or("unreadable");
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(FoundFilesTest, AreReadWhereTheyWereFound) {
  EXPECT_EQ(read({at("in")}, at("in/sub/a.py")), "mine");
  EXPECT_EQ(read({at("in") / ""}, at("in/sub/a.py")), "mine");
  EXPECT_EQ(read({at("in")}, at("in/sub/b.py")), std::to_string(ENOENT));
  EXPECT_EQ(read({at("in"), at("out")}, at("out/a.py")), "theirs");
}

TEST_F(FoundFilesTest, AFileThatBecameALinkIsNotFollowedOutside) {
  fs::remove(at("in/sub/a.py"));
  fs::create_symlink("../../out/a.py", at("in/sub/a.py"));
  EXPECT_EQ(read({at("in")}, at("in/sub/a.py")), "a link");
  EXPECT_EQ(read({at("in/sub/a.py")}, at("in/sub/a.py")), "theirs") << "it was named";
}

TEST_F(FoundFilesTest, AFolderThatBecameALinkIsNotFollowedOutside) {
  fs::remove_all(at("in/sub"));
  fs::create_directory_symlink(at("out"), at("in/sub"));
  EXPECT_EQ(read({at("in")}, at("in/sub/a.py")), "a link");
}

TEST_F(FoundFilesTest, NoLinkLeadsIntoTheFolderOfGit) {
  fs::create_symlink("../.git/hooks/a.py", at("in/sub/b.py"));
  EXPECT_EQ(read({at("in")}, at("in/sub/b.py")), "a link");
}

TEST_F(FoundFilesTest, LinksInsideAreFollowed) {
  fs::create_symlink("a.py", at("in/sub/b.py"));
  fs::create_directory_symlink("in", at("linked"));
  EXPECT_EQ(read({at("in")}, at("in/sub/b.py")), "mine");
  EXPECT_EQ(read({at("linked")}, at("linked/sub/b.py")), "mine");
}

}  // namespace
}  // namespace mlfix::found_files_test
