// The copy of a project: what is in it, and that nothing outside it changes.

#include "measure/scratch_project.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::scratch_project_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

bool never() {
  return false;
}

// Every file below a folder with its bytes, links with their targets.
std::map<std::string, std::string> tree_of(const fs::path& folder) {
  std::map<std::string, std::string> tree;
  for (fs::recursive_directory_iterator at(folder), end; at != end; ++at) {
    const std::string name = at->path().lexically_relative(folder).string();
    if (at->is_symlink()) {
      tree[name] = "-> " + fs::read_symlink(at->path()).string();
    } else if (at->is_regular_file()) {
      tree[name] = testing::read_bytes(at->path());
    }
  }
  return tree;
}

class ScratchProjectTest : public ::testing::Test {
 protected:
  ScratchProjectTest() {
    setenv("TMPDIR", scratch_.path().c_str(), 1);
    write("train.py", "import model\n");
    write("package/model.py", "x = 1\n");
  }
  ~ScratchProjectTest() override { unsetenv("TMPDIR"); }

  void write(const fs::path& name, std::string_view bytes) const { project_.write(name, bytes); }

  std::string git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"git", "-c", "user.name=a", "-c", "user.email=a@b"});
    testing::ProcessOptions options;
    options.folder = project_.path();
    const auto result = testing::run_command(arguments, options);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }

  void commit() const {
    git({"init", "-q", "."});
    git({"add", "."});
    git({"commit", "-qm", "first"});
  }

  ScratchProject make(const std::vector<fs::path>& links = {}) const {
    auto made = ScratchProject::make(project_.path(), links, never);
    EXPECT_TRUE(made) << made.error().to_string();
    return std::move(*made);
  }

  // The copy, without what git keeps in it.
  static std::map<std::string, std::string> files_of(const ScratchProject& scratch) {
    auto tree = tree_of(scratch.copy());
    tree.erase(".git");
    return tree;
  }

  testing::TemporaryFolder project_;
  testing::TemporaryFolder scratch_;
};

TEST_F(ScratchProjectTest, OfAPlainFolderIsACopy) {
  write(".venv/pyvenv.cfg", "");
  write(".venv/bin/python", "");
  write("__pycache__/train.pyc", "");
  write("data/x.csv", "1");
  {
    const ScratchProject scratch = make();
    EXPECT_THAT(files_of(scratch),
                UnorderedElementsAre(Key("train.py"), Key("package/model.py"), Key("data/x.csv")));
    EXPECT_THAT(scratch.left_out(), ElementsAre(".venv/"));
  }
  EXPECT_TRUE(fs::is_empty(scratch_.path()));
}

TEST_F(ScratchProjectTest, OfACheckoutIsWhatIsOnDisk) {
  write("old.py", "gone\n");
  write(".gitignore", "data\n*.log\n__pycache__\n");
  commit();
  write("train.py", "import model  # changed\r\n");
  write("new.py", "new\n");
  write("data/large.bin", "x");
  write("run.log", "x");
  write("__pycache__/train.pyc", "");
  fs::remove(project_.path() / "old.py");
  fs::create_symlink("package", project_.path() / "alias");

  const ScratchProject scratch = make();
  EXPECT_THAT(files_of(scratch),
              UnorderedElementsAre(Pair("train.py", "import model  # changed\r\n"),
                                   Pair("new.py", "new\n"), Pair("package/model.py", "x = 1\n"),
                                   Pair("alias", "-> package"), Key(".gitignore")));
  EXPECT_THAT(scratch.left_out(), ElementsAre("data/", "run.log"));
}

TEST_F(ScratchProjectTest, IsACheckoutOfTheSameCommit) {
  commit();
  write("train.py", "changed\n");
  const ScratchProject scratch = make();
  testing::ProcessOptions in_copy;
  in_copy.folder = scratch.copy();
  EXPECT_EQ(testing::run_command({"git", "rev-parse", "HEAD"}, in_copy).out,
            git({"rev-parse", "HEAD"}));
  EXPECT_EQ(testing::run_command({"git", "status", "--short"}, in_copy).out, " M train.py\n");
}

TEST_F(ScratchProjectTest, LeavesNoTrace) {
  write(".gitignore", "data\n");
  commit();
  write("data/x", "1");
  write("staged.py", "staged\n");
  git({"add", "staged.py"});
  write("staged.py", "and changed\n");
  // A hook of the user's must not run.
  write(".git/hooks/post-checkout", "#!/bin/sh\ntouch ran\n");
  fs::permissions(project_.path() / ".git/hooks/post-checkout", fs::perms::owner_all);
  const auto before = tree_of(project_.path());
  {
    const ScratchProject scratch = make({"data"});
    EXPECT_THAT(git({"worktree", "list"}), HasSubstr(scratch.copy().string()));
    ASSERT_TRUE(scratch.write(project_.path() / "train.py", "fixed\n"));
    std::ofstream(scratch.copy() / "made.txt") << "x";
    fs::create_directory(scratch.copy() / "locked");
    std::ofstream(scratch.copy() / "locked/file") << "x";
    fs::permissions(scratch.copy() / "locked", fs::perms::none);
  }
  EXPECT_EQ(tree_of(project_.path()), before);
  EXPECT_TRUE(fs::is_empty(scratch_.path()));
  EXPECT_THAT(git({"worktree", "list"}), Not(HasSubstr("mlfix-measure")));
}

TEST_F(ScratchProjectTest, LeavesOtherWorkTreesAlone) {
  commit();
  const testing::TemporaryFolder other;
  git({"worktree", "add", "--detach", (other.path() / "theirs").string()});
  fs::remove_all(other.path() / "theirs");  // on a disk that is not there now
  { const ScratchProject scratch = make(); }
  EXPECT_THAT(git({"worktree", "list"}), HasSubstr("theirs"));
}

TEST_F(ScratchProjectTest, OfARepositoryWithoutACommitIsACopyOfWhatGitSees) {
  write(".gitignore", "data\n");
  write("data/x", "1");
  git({"init", "-q", "."});
  const ScratchProject scratch = make();
  EXPECT_THAT(files_of(scratch),
              UnorderedElementsAre(Key("train.py"), Key("package/model.py"), Key(".gitignore")));
}

TEST_F(ScratchProjectTest, HoldsRepositoriesInside) {
  commit();
  write("third/party.py", "y = 1\n");
  testing::ProcessOptions inside;
  inside.folder = project_.path() / "third";
  ASSERT_EQ(testing::run_command({"git", "init", "-q", "."}, inside).status, 0);
  const ScratchProject scratch = make();
  EXPECT_EQ(testing::read_bytes(scratch.copy() / "third/party.py"), "y = 1\n");
  EXPECT_FALSE(fs::exists(scratch.copy() / "third/.git"));
}

TEST_F(ScratchProjectTest, IsOfTheWholeCheckout) {
  commit();
  auto scratch = ScratchProject::make(project_.path() / "package", {}, never);
  ASSERT_TRUE(scratch);
  EXPECT_EQ(scratch->original(), project_.path());
  EXPECT_EQ(scratch->in_copy(project_.path() / "package"), scratch->copy() / "package");
  EXPECT_TRUE(fs::exists(scratch->copy() / "train.py"));
}

TEST_F(ScratchProjectTest, SharesWhatIsLinked) {
  write(".gitignore", "data\n");
  commit();
  write("data/deep/x.csv", "1");
  const ScratchProject scratch = make({"data/deep"});
  EXPECT_EQ(fs::read_symlink(scratch.copy() / "data/deep"), project_.path() / "data/deep");
  EXPECT_THAT(make({"data/"}).left_out(), IsEmpty());
}

TEST_F(ScratchProjectTest, RefusesLinksThatMakeNoSense) {
  for (const char* link : {"no-such-thing", "/etc", ".", ".."}) {
    EXPECT_FALSE(ScratchProject::make(project_.path(), {link}, never)) << link;
  }
}

TEST_F(ScratchProjectTest, WritesNothingThroughALink) {
  const ScratchProject scratch = make({"package"});
  const auto written = scratch.write(project_.path() / "package/model.py", "broken");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().to_string(), HasSubstr("--link"));
  EXPECT_EQ(testing::read_bytes(project_.path() / "package/model.py"), "x = 1\n");
}

TEST_F(ScratchProjectTest, WritesNothingOutside) {
  const testing::TemporaryFolder elsewhere;
  const fs::path file = elsewhere.write("other.py", "theirs");
  EXPECT_FALSE(make().write(file, "broken"));
  EXPECT_EQ(testing::read_bytes(file), "theirs");
}

TEST_F(ScratchProjectTest, MovesPathsOfTheProjectOnly) {
  const ScratchProject scratch = make();
  const std::string here = project_.path();
  const std::string there = scratch.copy();
  EXPECT_EQ(scratch.moved(here + "/train.py"), there + "/train.py");
  EXPECT_EQ(scratch.moved("--script=" + here + "/train.py"), "--script=" + there + "/train.py");
  EXPECT_EQ(scratch.moved(here + ":/usr/lib:" + here + "/package"),
            there + ":/usr/lib:" + there + "/package");
  EXPECT_EQ(scratch.moved(here + "/no-such-file"), here + "/no-such-file");
  EXPECT_EQ(scratch.moved(here + "-other/train.py"), here + "-other/train.py");
  EXPECT_EQ(scratch.moved("train.py"), "train.py");
  EXPECT_EQ(scratch.moved(""), "");
}

TEST_F(ScratchProjectTest, StopsWhenInterrupted) {
  commit();
  EXPECT_FALSE(ScratchProject::make(project_.path(), {}, [] { return true; }));
  EXPECT_TRUE(fs::is_empty(scratch_.path()));
  EXPECT_THAT(git({"worktree", "list"}), Not(HasSubstr("mlfix-measure")));
}

TEST_F(ScratchProjectTest, TellsWhereItCannotBeMade) {
  setenv("TMPDIR", "/proc", 1);
  const auto made = ScratchProject::make(project_.path(), {}, never);
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().to_string(), HasSubstr("TMPDIR"));
}

}  // namespace
}  // namespace mlfix::scratch_project_test
