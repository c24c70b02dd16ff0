// Somebody puts a link in the place of a folder while files in it are written.

#include "text/link_free_files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "support/temporary_folder.h"

namespace mlfix::link_free_files_test {
namespace {

namespace fs = std::filesystem;
using ::testing::UnorderedElementsAre;

class LinkFreeFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::canonical(folder_.path());
    inside_ = folder_.write("tree/d/x.py", "inside");
    folder_.write("tree/d/y.py", "new");
    folder_.write("out/x.py", "outside");
    folder_.write("out/y.py", "outside too");
    inside_ = root_ / "tree/d/x.py";
    other_ = root_ / "tree/d/y.py";
  }

  void put_link_in_place_of_folder() const {
    fs::rename(root_ / "tree/d", root_ / "tree/old");
    fs::create_directory_symlink("../out", root_ / "tree/d");
  }

  std::string outside() const {
    return testing::read_bytes(root_ / "out/x.py") + "|" + testing::read_bytes(root_ / "out/y.py");
  }

  testing::TemporaryFolder folder_;
  fs::path root_, inside_, other_;
  FileSystem& files_ = link_free_files();
};

TEST_F(LinkFreeFilesTest, WorkAsTheOperatingSystems) {
  EXPECT_EQ(read_file(files_, inside_, 100), "inside");
  EXPECT_EQ(*files_.status(inside_), *system_files().status(inside_));
  EXPECT_THAT(*files_.list(inside_.parent_path()), UnorderedElementsAre(".", "..", "x.py", "y.py"));
  EXPECT_TRUE(files_.check_writable(inside_.parent_path()));
  EXPECT_TRUE(files_.exchange(inside_, other_));
  EXPECT_EQ(read_file(files_, inside_, 100), "new");
  EXPECT_TRUE(files_.rename(other_, inside_));
  EXPECT_EQ(read_file(files_, inside_, 100), "inside");
  EXPECT_TRUE(files_.remove(inside_));
  EXPECT_EQ(files_.status(inside_).error(), ENOENT);
}

TEST_F(LinkFreeFilesTest, DoNotFollowALinkThatCameLater) {
  put_link_in_place_of_folder();
  EXPECT_EQ(files_.open(inside_, O_RDWR | O_CREAT, 0600).error(), ELOOP);
  EXPECT_EQ(files_.status(inside_).error(), ELOOP);
  EXPECT_EQ(files_.rename(other_, inside_).error(), ELOOP);
  EXPECT_EQ(files_.exchange(other_, inside_).error(), ELOOP);
  EXPECT_EQ(files_.remove(inside_).error(), ELOOP);
  EXPECT_EQ(files_.check_writable(inside_).error(), ELOOP);
  EXPECT_EQ(files_.list(inside_.parent_path()).error(), ELOOP);
  EXPECT_EQ(outside(), "outside|outside too");
}

TEST_F(LinkFreeFilesTest, DoNotFollowALinkInThePlaceOfAFile) {
  fs::remove(inside_);
  fs::create_symlink(root_ / "out/x.py", inside_);
  EXPECT_EQ(files_.open(inside_, O_WRONLY, 0).error(), ELOOP);
  EXPECT_TRUE(files_.status(inside_).has_value()) << "of the link itself";
}

}  // namespace
}  // namespace mlfix::link_free_files_test
