// Repositories that name programs for git to run, in every way that git knows, and
// every way of running mlfix over them: nothing of theirs may run. Each of them is
// first shown to be live, by a plain git that does run it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "bot/remote.h"
#include "process/git.h"
#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;

// A clone in `repo` with two commits, the latter with a finding; what the attacker's
// programs do is to make the file PWN.
class GitGuardTest : public ::testing::Test {
 protected:
  void SetUp() override {
    shell(
        "git init -q -b main repo && cd repo && git config user.name n && "
        "git config user.email n@example.org && printf 'x = 1\\n' > train.py && "
        "git add -A && git commit -qm one");
    folder_.write("repo/train.py", kLeaky);
    shell("cd repo && git add -A && git commit -qm two");
    program_ = "touch " + canary().string() + "; false";
  }

  fs::path repo() const { return folder_.path() / "repo"; }
  fs::path canary() const { return folder_.path() / "PWN"; }

  ProcessResult shell(const std::string& script) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment["PROGRAM"] = program_;
    return testing::run_command({"sh", "-c", script}, options);
  }

  ProcessResult mlfix(std::vector<std::string> arguments, const fs::path& folder) const {
    ProcessOptions options;
    options.folder = folder;
    return testing::run_mlfix(std::move(arguments), options);
  }

  // The attack works where nobody guards against it.
  void expect_live(const std::string& script) const {
    shell(script);
    EXPECT_TRUE(fs::exists(canary())) << "the attack does nothing: " << script;
    fs::remove(canary());
  }

  void expect_harmless(const fs::path& folder, const std::string& target = ".") const {
    const std::vector<std::vector<std::string>> runs = {
        {target},
        {"--diff", target},
        {"--diff-base", "HEAD~1", target},
        {"--staged", target},
        {"measure", "--", "true"},
        {"bot", "plan"},
        {"bot", "run", "--dry-run"},
        {"--write", target},
        {"--staged", "--write", target},
        {"--diff-base", "HEAD", target},
    };
    for (const auto& arguments : runs) {
      const ProcessResult result = mlfix(arguments, folder);
      EXPECT_FALSE(fs::exists(canary())) << ::testing::PrintToString(arguments);
      EXPECT_LT(result.status, 3) << ::testing::PrintToString(arguments) << result.err;
      fs::remove(canary());
    }
  }

  testing::TemporaryFolder folder_;
  std::string program_;
};

TEST_F(GitGuardTest, AMonitorIsNotRun) {
  shell("cd repo && git config core.fsmonitor \"$PROGRAM\"");
  expect_live("cd repo && git status");
  expect_harmless(repo());
}

TEST_F(GitGuardTest, AMonitorOfAnIncludedFileIsNotRun) {
  folder_.write("repo/evil.cfg", "[core]\n\tfsmonitor = \"" + program_ + "\"\n");
  shell("cd repo && git config include.path ../evil.cfg");
  expect_live("cd repo && git status");
  expect_harmless(repo());
}

TEST_F(GitGuardTest, AMonitorBehindAGitFileIsNotRun) {
  shell(
      "cd repo && git config core.fsmonitor \"$PROGRAM\" && mv .git store && "
      "echo 'gitdir: store' > .git");
  expect_live("cd repo && git status");
  expect_harmless(repo());
}

TEST_F(GitGuardTest, AMonitorOfANestedRepositoryIsNotRun) {
  shell(
      "cp -r repo inner && cd inner && git config core.fsmonitor \"$PROGRAM\" && "
      "cd .. && mv inner repo/inner");
  expect_live("cd repo/inner && git status");
  expect_harmless(repo());
  expect_harmless(repo(), "inner");
}

TEST_F(GitGuardTest, AFolderThatLooksLikeABareRepositoryIsNotTakenForOne) {
  folder_.write("repo/evil/HEAD", "ref: refs/heads/main\n");
  folder_.write("repo/evil/refs/heads/.keep", "");
  folder_.write("repo/evil/objects/.keep", "");
  folder_.write("repo/evil/src/train.py", kLeaky);
  folder_.write("repo/evil/train.py", kLeaky);
  folder_.write("repo/evil/config",
                "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = src\n"
                "\tfsmonitor = \"" +
                    program_ + "\"\n");
  shell("cd repo && git add -A && git commit -qm evil && cd .. && git clone -q repo clone");
  const fs::path clone = folder_.path() / "clone";
  expect_live("cd clone/evil && git status");
  const ProcessResult found = mlfix({"--format", "concise", "evil"}, clone);
  EXPECT_THAT(found.out, HasSubstr("evil/src/train.py"));
  EXPECT_THAT(found.err, Not(HasSubstr("note")));
  expect_harmless(clone, "evil");
  shell("cd clone && git checkout -q .");
  expect_harmless(clone / "evil");
}

// Where `.git` is not to git's taste it looks for a bare repository in that folder.
TEST_F(GitGuardTest, ACheckoutThatLooksLikeABareRepositoryIsRefused) {
  shell(
      "cd repo && cp -r .git/HEAD .git/index .git/objects .git/refs . && git config -f config "
      "core.worktree . && git config -f config core.bare false && git config -f config "
      "core.repositoryformatversion 0 && git config -f config core.fsmonitor \"$PROGRAM\" && "
      "rm .git/HEAD");
  expect_live("cd repo && git -c safe.bareRepository=all status");
  const ProcessResult result = mlfix({"--write", "."}, repo());
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("looks like a bare git repository"));
  EXPECT_EQ(testing::read_bytes(repo() / "train.py"), kLeaky);
  expect_harmless(repo());
}

TEST_F(GitGuardTest, FiltersAreNotRun) {
  for (const std::string kind : {"clean", "process"}) {
    folder_.write("repo/.gitattributes", "*.py filter=evil\n");
    shell("cd repo && git config filter.evil." + kind + " \"$PROGRAM\"");
    expect_live("cd repo && touch train.py && git add train.py");
    folder_.write("repo/train.py", "import os\n" + std::string(kLeaky));
    expect_harmless(repo());
    shell("cd repo && git config --unset filter.evil." + kind + " && git checkout -q -f HEAD .");
  }
}

TEST_F(GitGuardTest, ConvertersAndComparersAreNotRun) {
  folder_.write("repo/.gitattributes", "*.py diff=evil\n");
  for (const std::string name : {"diff.evil.textconv", "diff.evil.command", "diff.external"}) {
    shell("cd repo && git config " + name + " \"$PROGRAM\"");
    expect_live("cd repo && git diff HEAD~1");
    expect_harmless(repo());
    shell("cd repo && git config --unset " + name + " && git checkout -q -f HEAD .");
  }
}

TEST_F(GitGuardTest, HooksAreNotRun) {
  shell(
      "cd repo && mkdir -p hooks .git/hooks && for h in post-checkout post-index-change "
      "reference-transaction pre-push pre-auto-gc; do "
      "printf '#!/bin/sh\\n%s\\n' \"$PROGRAM\" > hooks/$h; chmod +x hooks/$h; done && "
      "cp hooks/* .git/hooks/");
  expect_live("cd repo && git checkout -q -b other");
  expect_harmless(repo());
  shell("cd repo && rm .git/hooks/* && git checkout -q -f main && git config core.hooksPath hooks");
  expect_live("cd repo && git checkout -q -b third");
  expect_harmless(repo());
}

// A clone without all objects fetches what it lacks, from wherever it is told.
TEST_F(GitGuardTest, MissingObjectsAreNotFetched) {
  shell(
      "cd repo && git config core.repositoryformatversion 1 && "
      "git config extensions.partialClone origin && git config remote.origin.promisor true && "
      "git config protocol.ext.allow always && git config protocol.allow always && "
      "git config remote.origin.url \"ext::touch $PWD/../PWN\" && "
      "b=$(git rev-parse HEAD~1:train.py) && rm -f .git/objects/$(echo $b | cut -c1-2)/$(echo "
      "$b | cut -c3-)");
  expect_live("cd repo && git show HEAD~1:train.py");
  expect_harmless(repo());
}

// What would run a program while git speaks to a remote.
TEST_F(GitGuardTest, TheBotRunsNothingThatARepositoryNames) {
  shell(
      "git clone -q --bare repo remote.git && cd repo && "
      "git remote add origin ../remote.git && git fetch -q && git remote set-head origin -a && "
      "git remote set-url origin \"$PWD/../remote.git\"");
  folder_.write("repo/mlfix.yaml", "bot:\n  repository: a/b\n");
  for (const std::string name :
       {"remote.origin.uploadpack", "core.sshCommand", "remote.origin.vcs", "core.gitProxy",
        "core.alternateRefsCommand", "core.askPass", "credential.helper",
        "credential.https://github.com.helper", "hook.a.command"}) {
    shell("cd repo && git config " + name + " \"$PROGRAM\"");
    const ProcessResult result = mlfix({"bot", "run", "--dry-run"}, repo());
    EXPECT_EQ(result.status, 2) << name;
    EXPECT_THAT(result.err, HasSubstr("which would run a program")) << name;
    EXPECT_FALSE(fs::exists(canary())) << name;
    shell("cd repo && git config --unset " + name);
  }
  shell("cd repo && git config remote.origin.uploadpack \"$PROGRAM\"");
  expect_live("cd repo && git fetch");
}

TEST_F(GitGuardTest, TheBotSpeaksToRemotesOnly) {
  shell("mkdir repo/HEAD");
  for (const std::string remote : {"--upload-pack=touch ../PWN;", "ext::touch ../PWN", "../remote",
                                   "-origin", "a b", "https://github.com/a/b"}) {
    folder_.write("repo/mlfix.yaml", "bot:\n  repository: a/b\n  remote: \"" + remote + "\"\n");
    for (const std::vector<std::string>& verb :
         std::vector<std::vector<std::string>>{{"bot", "run", "--dry-run"}, {"bot", "plan"}}) {
      const ProcessResult result = mlfix(verb, repo());
      EXPECT_EQ(result.status, 2) << remote;
      EXPECT_THAT(result.err, HasSubstr("can't name a remote")) << remote;
      EXPECT_FALSE(fs::exists(canary())) << remote;
    }
  }
  folder_.write("repo/mlfix.yaml", "bot:\n  repository: a/b\n  base: \"main:x\"\n");
  EXPECT_THAT(mlfix({"bot", "plan"}, repo()).err, HasSubstr("can't name a branch"));
}

// A remote inside of the checkout has the hooks of whoever wrote the checkout.
TEST_F(GitGuardTest, TheBotDoesNotSpeakToARemoteInsideOfTheCheckout) {
  folder_.write("repo/mlfix.yaml", "bot:\n  repository: a/b\n");
  shell(
      "git clone -q --bare repo repo/inner.git && cd repo && "
      "git remote add origin \"$PWD/inner.git\"");
  const ProcessResult result = mlfix({"bot", "run", "--dry-run"}, repo());
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("does not speak to the remote"));
}

TEST(BotRemote, AddressesOfFourKindsAreSpokenTo) {
  const fs::path top = "/home/me/project";
  const auto transport = [&](std::string_view address) {
    return transport_of(address, top).value_or("refused");
  };
  EXPECT_EQ(transport("https://github.com/a/b.git"), "https");
  EXPECT_EQ(transport("https://user:token@github.com:8443/a/b"), "https");
  EXPECT_EQ(transport("ssh://git@github.com/a/b"), "ssh");
  EXPECT_EQ(transport("git@github.com:a/b.git"), "ssh");
  EXPECT_EQ(transport("github.com:a/b.git"), "ssh");
  EXPECT_EQ(transport("file:///srv/git/b.git"), "file");
  EXPECT_EQ(transport("/srv/git/b.git"), "file");
  for (const std::string_view address :
       {"", "ext::sh -c x", "fd::3", "-oProxyCommand=x", "ssh://-oProxyCommand=x/a",
        "ssh://a@-oProxyCommand=x/a", "-x@host:a", "a@-oProxyCommand=x:a", "host:-x",
        "git://github.com/a/b", "http://github.com/a/b", "https://", "../b.git", "b.git",
        "/home/me/project/b.git", "/home/me/project", "file:///home/me/project/../project/b",
        "https://github.com/a\nhttps://x y/b", "https://github.com/a\nssh://github.com/a"}) {
    EXPECT_EQ(transport(address), "refused") << address;
  }
}

TEST_F(GitGuardTest, KnowsWhatARepositoryNamesAndNotWhatItsUserNames) {
  folder_.write("global", "[core]\n\tsshCommand = mine\n[credential]\n\thelper = mine\n");
  folder_.write("repo/more", "[remote \"X.y\"]\n\treceivepack = theirs\n");
  shell("cd repo && git config include.path ../more && git config core.sshCommand ''");
  setenv("GIT_CONFIG_GLOBAL", (folder_.path() / "global").c_str(), 1);
  const auto programs = programs_of_repository(repo());
  unsetenv("GIT_CONFIG_GLOBAL");
  ASSERT_TRUE(programs.has_value());
  EXPECT_THAT(*programs, ElementsAre("remote.X.y.receivepack"));
}

// What is compared is what is in the files, without a filter, and line ends apart.
TEST_F(GitGuardTest, AFilteredFileIsComparedByItsBytes) {
  folder_.write("repo/.gitattributes", "*.py filter=other\n");
  shell(
      "cd repo && git config filter.other.clean 'sed s/x,.y.in/y,\\ x\\ in/' && "
      "touch train.py && git add -A");
  const ProcessResult staged = mlfix({"--staged", "--write", "."}, repo());
  EXPECT_EQ(testing::read_bytes(repo() / "train.py"), kLeaky);
  EXPECT_THAT(staged.err, HasSubstr("is staged in part, so its fixes are not written"));
  EXPECT_EQ(staged.status, 2);
  shell(
      "cd repo && git config --unset filter.other.clean && git reset -q --hard && "
      "rm -f .gitattributes && sed -i 's/$/\\r/' train.py");
  const ProcessResult crlf = mlfix({"--diff-base", "HEAD", "--format", "concise", "."}, repo());
  EXPECT_EQ(crlf.out, "");
  EXPECT_EQ(crlf.status, 0) << crlf.err;
}

// No other source may start git, or any program but through src/process.
TEST(GitGuard, OneFileStartsGit) {
  const fs::path sources = fs::path(MLFIX_SOURCE_DIR) / "src";
  const std::regex starts_git(R"x("git")x");
  const std::regex starts_something(
      R"x(\b(posix_spawnp?|fork|vfork|system|popen|exec[lv]p?e?)\()x");
  std::vector<std::string> git;
  std::vector<std::string> others;
  for (const auto& entry : fs::recursive_directory_iterator(sources)) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    const std::string text = testing::read_bytes(entry.path());
    const std::string name = entry.path().lexically_relative(sources).string();
    if (std::regex_search(text, starts_git)) git.push_back(name);
    if (std::regex_search(text, starts_something)) others.push_back(name);
  }
  EXPECT_THAT(git, ElementsAre("process/git.cc"));
  EXPECT_THAT(others, ElementsAre("process/spawn.cc"));
}

// Discovery and writing.

TEST_F(GitGuardTest, LinksThatLeadOutsideAreLeftOut) {
  const fs::path victim = folder_.write("outside/victim.py", kLeaky);
  shell(
      "ln -s ../outside/victim.py repo/evil.py && ln -s train.py repo/fine.py && "
      "ln -s .git/hooks/x.py repo/hook.py && cp outside/victim.py repo/.git/hooks/x.py && "
      "cd repo && git add -A && git commit -qm links && cp -rP . ../plain && "
      "rm -rf ../plain/.git && ln -s ../outside ../plain/folder");
  for (const std::string folder : {"repo", "plain"}) {
    const ProcessResult result = mlfix({"--write", "."}, folder_.path() / folder);
    EXPECT_THAT(result.err, HasSubstr("evil.py: is a link that leads elsewhere; left out"));
    EXPECT_EQ(testing::read_bytes(victim), kLeaky) << folder;
    EXPECT_NE(testing::read_bytes(folder_.path() / folder / "train.py"), kLeaky) << folder;
  }
  EXPECT_EQ(testing::read_bytes(repo() / ".git/hooks/x.py"), kLeaky);
  EXPECT_EQ(mlfix({"--write", "evil.py"}, repo()).status, 0);
  EXPECT_NE(testing::read_bytes(victim), kLeaky) << "it was named";
}

class RefusedByGit : public GitGuardTest, public ::testing::WithParamInterface<const char*> {
 protected:
  ProcessResult run(std::vector<std::string> arguments) const {
    const std::string kind = GetParam();
    ProcessOptions options;
    options.folder = repo();
    options.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";  // which may trust all folders
    if (kind == "owner") options.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
    if (kind == "no git") options.environment["PATH"] = "/nonexistent";
    if (kind == "corrupt") shell("echo rubbish > repo/.git/HEAD");
    return testing::run_mlfix(std::move(arguments), options);
  }
};

TEST_P(RefusedByGit, IsSaidAndNothingIsWritten) {
  folder_.write("repo/.gitignore", "ignored.py\n");
  folder_.write("repo/ignored.py", kLeaky);
  const ProcessResult read = run({"--format", "concise", "."});
  EXPECT_THAT(read.err, HasSubstr("mlfix: note: " + repo().string()));
  EXPECT_THAT(read.out, HasSubstr("train.py"));
  EXPECT_EQ(read.status, 1);
  const ProcessResult written = run({"--write", "."});
  EXPECT_EQ(written.status, 2);
  EXPECT_THAT(written.err, HasSubstr("nothing is written"));
  EXPECT_EQ(testing::read_bytes(repo() / "ignored.py"), kLeaky);
  EXPECT_EQ(testing::read_bytes(repo() / "train.py"), kLeaky);
  EXPECT_EQ(run({"--write", "train.py"}).status, 0);
  EXPECT_NE(testing::read_bytes(repo() / "train.py"), kLeaky) << "a file that is named";
}

INSTANTIATE_TEST_SUITE_P(Ways, RefusedByGit, ::testing::Values("owner", "no git", "corrupt"));

TEST_F(GitGuardTest, TheRemedyForAForeignOwnerIsGiven) {
  ProcessOptions options;
  options.folder = repo();
  options.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  options.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
  EXPECT_THAT(testing::run_mlfix({"."}, options).err,
              HasSubstr("git config --global --add safe.directory " + repo().string()));
}

}  // namespace
}  // namespace mlfix
