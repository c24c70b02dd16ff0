// Discovery on real folders: git and no git, ignored files, environments,
// links, loops, names that are given.

#include "engine/discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace mlfix::discovery_test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DiscoveryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mlfix-discovery-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = fs::canonical(pattern);
  }
  void TearDown() override {
    fs::permissions(root_, fs::perms::owner_all);
    fs::remove_all(root_);
  }

  void file(const std::string& relative, const std::string& text = "x = 1\n") const {
    fs::create_directories((root_ / relative).parent_path());
    std::ofstream(root_ / relative) << text;
  }
  void git(const std::string& arguments) const {
    const std::string command = "env -u GIT_DIR git -C '" + root_.string() +
                                "' -c user.name=t -c user.email=t@example.org " + arguments +
                                " >/dev/null 2>&1";
    ASSERT_EQ(system(command.c_str()), 0) << command;
  }
  std::vector<std::string> found(const std::vector<std::string>& paths = {""}) {
    std::vector<fs::path> given;
    for (const std::string& path : paths) given.push_back(root_ / path);
    const Discovery result = discover(given);
    errors_ = result.errors;
    left_out_ = result.left_out;
    std::vector<std::string> names;
    for (const fs::path& path : result.files) names.push_back(path.lexically_relative(root_));
    return names;
  }

  fs::path root_;
  std::vector<Error> errors_;
  std::vector<Error> left_out_;
};

TEST_F(DiscoveryTest, WalksAFolderAndTakesPythonSourcesOnly) {
  file("b.py");
  file("a/z.py");
  file("a/stub.pyi");
  file("notes.txt");
  EXPECT_THAT(found(), ElementsAre("a/z.py", "b.py"));
}

TEST_F(DiscoveryTest, LeavesOutEnvironmentsAndCaches) {
  file("train.py");
  file("env/pyvenv.cfg");
  file("env/lib/python3/site-packages/torch/nn.py");
  file("conda/conda-meta/history");
  file("conda/x.py");
  file("node_modules/gyp/x.py");
  file("pkg/__pycache__/x.py");
  file(".tox/x.py");
  file("site-packages/mine.py");
  EXPECT_THAT(found(), ElementsAre("site-packages/mine.py", "train.py"));
}

TEST_F(DiscoveryTest, AsksGitWhatIsIgnored) {
  git("init -q");
  file(".gitignore", "out/\n*_gen.py\n");
  file("out/x.py");
  file("model_gen.py");
  file("new.py");
  file("sub/kept.py");
  git("add sub");
  EXPECT_THAT(found(), ElementsAre("new.py", "sub/kept.py"));
  EXPECT_THAT(found({"sub"}), ElementsAre("sub/kept.py"));
}

TEST_F(DiscoveryTest, ReadsAnIgnoredFolderThatIsNamed) {
  git("init -q");
  file(".gitignore", "out/\n");
  file("out/x.py");
  EXPECT_THAT(found({"out"}), ElementsAre("out/x.py"));
}

TEST_F(DiscoveryTest, SkipsTrackedFilesThatWereDeletedAndEnvironmentsNobodyIgnores) {
  git("init -q");
  file("gone.py");
  file("here.py");
  file("env/pyvenv.cfg");
  file("env/lib/x.py");
  git("add gone.py here.py");
  fs::remove(root_ / "gone.py");
  EXPECT_THAT(found(), ElementsAre("here.py"));
}

TEST_F(DiscoveryTest, EntersNestedRepositories) {
  git("init -q");
  file("a.py");
  file("nested/b.py");
  git("init -q nested");
  EXPECT_THAT(found(), ElementsAre("a.py", "nested/b.py"));
}

TEST_F(DiscoveryTest, AsksGitAboutRepositoriesBelowAFolderThatIsNone) {
  file("a.py");
  file("projects/clone/b.py");
  file("projects/clone/ignored.py");
  file("projects/clone/.gitignore", "ignored.py\n");
  git("init -q projects/clone");
  EXPECT_THAT(found(), ElementsAre("a.py", "projects/clone/b.py"));
}

TEST_F(DiscoveryTest, IsNotMisledByGitVariables) {
  file("a.py");
  git("init -q");
  setenv("GIT_DIR", "/nonexistent", 1);
  file(".gitignore", "b.py\n");
  file("b.py");
  EXPECT_THAT(found(), ElementsAre("a.py"));
  unsetenv("GIT_DIR");
}

TEST_F(DiscoveryTest, ANamedFileIsReadWhateverItsSuffixOrIgnoreRules) {
  git("init -q");
  file(".gitignore", "script\n");
  file("script");
  EXPECT_THAT(found({"script"}), ElementsAre("script"));
}

TEST_F(DiscoveryTest, EndsAtLoopsOfLinks) {
  file("a/x.py");
  fs::create_directory_symlink("..", root_ / "a" / "loop");
  fs::create_directory_symlink("a", root_ / "0_link");
  EXPECT_THAT(found(), ElementsAre("a/x.py"));
}

TEST_F(DiscoveryTest, ReadsAFileOnceUnderAllItsNames) {
  file("a.py");
  fs::create_symlink("a.py", root_ / "b.py");
  fs::create_hard_link(root_ / "a.py", root_ / "c.py");
  fs::create_symlink("missing.py", root_ / "dangling.py");
  EXPECT_THAT(found({"", "a.py", "b.py", "."}), ElementsAre("a.py"));
}

TEST_F(DiscoveryTest, LeavesOutLinksThatLeadOutOfTheNamedFolders) {
  file("src/here.py");
  file("elsewhere/there.py");
  fs::create_directory_symlink("../elsewhere", root_ / "src" / "linked");
  fs::create_symlink("../elsewhere/there.py", root_ / "src" / "link.py");
  EXPECT_THAT(found({"src"}), ElementsAre("src/here.py"));
  ASSERT_EQ(left_out_.size(), 2u);
  EXPECT_EQ(left_out_[0].path, (root_ / "src/link.py").string());
  EXPECT_EQ(left_out_[1].path, (root_ / "src/linked").string());
  EXPECT_THAT(found({"src/link.py"}), ElementsAre("src/link.py"));
  EXPECT_THAT(found({"src/linked"}), ElementsAre("src/linked/there.py"));
  EXPECT_THAT(found({"src", "elsewhere"}), ElementsAre("elsewhere/there.py", "src/here.py"));
  EXPECT_THAT(left_out_, IsEmpty());
}

// What takes git's matcher years, in two repositories: it is ended in the first one, and
// not asked about the second.
TEST_F(DiscoveryTest, AsksGitNoMoreOnceItDidNotEnd) {
  std::string pattern;
  for (int i = 0; i < 15; ++i) pattern += "**/a/";
  for (const std::string top : {"one/", "two/"}) {
    git("init -q " + top);
    file(top + ".gitignore", pattern + "b\n");
    std::string deep = top;
    for (int i = 0; i < 60; ++i) deep += "a/";
    file(deep + "x.py");
  }
  const Discovery result = discover({root_ / "one", root_ / "two"}, std::chrono::seconds(1));
  EXPECT_EQ(result.files.size(), 2u);
  ASSERT_EQ(result.unlisted.size(), 2u);
  EXPECT_THAT(result.unlisted[0].message,
              AllOf(HasSubstr("more than 1 s of processor time"), HasSubstr(".gitignore")));
  EXPECT_THAT(result.unlisted[1].message, HasSubstr("git is not asked"));
}

TEST_F(DiscoveryTest, EndsAWalkAtItsLimitAndSaysSo) {
  for (int i = 0; i < 30; ++i) file("deep/" + std::to_string(i) + "/x.py");
  EXPECT_TRUE(discover({root_}, kForIgnoreRules, 100).is_whole);
  const Discovery ended = discover({root_}, kForIgnoreRules, 40);
  EXPECT_FALSE(ended.is_whole);
  EXPECT_LT(ended.files.size(), 30u);
}

TEST_F(DiscoveryTest, SaysWhichPathDoesNotExist) {
  file("a.py");
  EXPECT_THAT(found({"nope", "a.py"}), ElementsAre("a.py"));
  ASSERT_EQ(errors_.size(), 1u);
  EXPECT_EQ(errors_[0].kind, ErrorKind::Usage);
  EXPECT_EQ(errors_[0].path, (root_ / "nope").string());
  EXPECT_FALSE(errors_[0].remedy.empty());
}

TEST_F(DiscoveryTest, ReportsAFolderItMayNotRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  file("a.py");
  file("closed/b.py");
  fs::permissions(root_ / "closed", fs::perms::none);
  EXPECT_THAT(found(), ElementsAre("a.py"));
  fs::permissions(root_ / "closed", fs::perms::owner_all);
  ASSERT_EQ(errors_.size(), 1u);
  EXPECT_EQ(errors_[0].kind, ErrorKind::Unreadable);
}

TEST_F(DiscoveryTest, ShowsPathsAsTheyWereGiven) {
  file("pkg/a.py");
  const fs::path before = fs::current_path();
  fs::current_path(root_);
  EXPECT_THAT(discover({"."}).files, ElementsAre(fs::path("pkg/a.py")));
  EXPECT_THAT(discover({"./pkg/"}).files, ElementsAre(fs::path("pkg/a.py")));
  EXPECT_THAT(discover({"pkg/../pkg/a.py"}).files, ElementsAre(fs::path("pkg/a.py")));
  fs::current_path(before);
  EXPECT_THAT(errors_, IsEmpty());
}

}  // namespace
}  // namespace mlfix::discovery_test
