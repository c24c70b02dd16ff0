// Repositories that name programs for git to run, in every way that git knows, and
// every way of running mlfix over them: nothing of theirs may run. Each of them is
// first shown to be live, by a plain git that does run it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
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

namespace mlfix::git_guard_test {
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
  EXPECT_THAT(result.err, HasSubstr("looks like a bare repository"));
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

// What would run a program, or has another say in it, while git speaks to a remote.
TEST_F(GitGuardTest, TheBotRunsNothingThatARepositoryNames) {
  shell(
      "git clone -q --bare repo remote.git && cd repo && "
      "git remote add origin ../remote.git && git fetch -q && git remote set-head origin -a && "
      "git remote set-url origin \"$PWD/../remote.git\"");
  folder_.write("repo/mlfix.yaml", "bot:\n  repository: a/b\n");
  for (const std::string name :
       {"remote.origin.uploadpack", "core.sshCommand", "remote.origin.vcs", "core.gitProxy",
        "core.alternateRefsCommand", "core.askPass", "credential.helper",
        "credential.https://github.com.helper", "hook.a.command", "http.cookieFile",
        "http.saveCookies", "http.sslVerify", "http.https://github.com/.proxy",
        "remote.origin.proxy", "url.https://evil/.insteadOf", "ssh.variant", "push.pushOption",
        "fetch.bundleURI", "protocol.ext.allow"}) {
    shell("cd repo && git config " + name + " \"$PROGRAM\"");
    const ProcessResult result = mlfix({"bot", "run", "--dry-run"}, repo());
    EXPECT_EQ(result.status, 2) << name;
    EXPECT_THAT(result.err, HasSubstr("and so decides how git speaks to a remote")) << name;
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

// Nor one at a path of which the repository alone says that it is the remote's: it may have
// come in the same archive.
TEST_F(GitGuardTest, TheBotDoesNotSpeakToAPathThatTheRepositoryNames) {
  folder_.write("repo/mlfix.yaml", "bot: {repository: a/b, base: main}\n");
  shell(
      "git clone -q --bare repo store.git && cd repo && git remote add origin "
      "\"$(realpath ../store.git)\" && printf '#!/bin/sh\\n%s\\n' \"$PROGRAM\" > "
      "../store.git/hooks/pre-receive && chmod +x ../store.git/hooks/pre-receive && git fetch -q");
  expect_live("cd repo && git push -q origin main:other");
  const fs::path store = folder_.path() / "store.git";
  for (const std::string& address :
       {store.string(), "file://" + store.string(), std::string("/proc/self/cwd/../store.git")}) {
    shell("cd repo && git remote set-url origin " + address);
    const ProcessResult result = mlfix({"bot", "run", "--dry-run"}, repo());
    EXPECT_EQ(result.status, 2) << address;
    EXPECT_THAT(result.err, HasSubstr(address)) << address;
    EXPECT_FALSE(fs::exists(canary())) << address;
  }
}

TEST(BotRemote, APathIsTheUsersToName) {
  const auto is_allowed = [](const std::string& name, const std::string& value, bool is_users,
                             std::string_view address) {
    return is_path_of_user({{name, value, is_users}}, "origin", address);
  };
  constexpr std::string_view kStore = "/srv/git/a.git";
  EXPECT_TRUE(is_allowed("remote.origin.url", "/srv/git/a.git", true, kStore));
  EXPECT_TRUE(is_allowed("url./srv/git/.insteadof", "https://a.org/", true, kStore));
  EXPECT_TRUE(is_allowed("url./srv/git/.pushinsteadof", "https://a.org/", true, kStore));
  EXPECT_FALSE(is_allowed("remote.origin.url", "/srv/git/a.git", false, kStore));
  EXPECT_FALSE(is_allowed("remote.other.url", "/srv/git/a.git", true, kStore));
  EXPECT_FALSE(is_allowed("remote.origin.url", "/srv/git/", true, kStore));
  EXPECT_FALSE(is_allowed("url./srv/git/.insteadof", "https://a.org/", false, kStore));
  EXPECT_FALSE(is_allowed("url./srv/other/.insteadof", "https://a.org/", true, kStore));
  EXPECT_FALSE(is_allowed("url.insteadof", "https://a.org/", true, kStore));
}

// What clones and continuous integrations set is no reason to refuse.
TEST(BotRemote, TheSettingsOfACloneAreAllowed) {
  const auto foreign = [](const std::string& name, bool is_users = false) {
    return foreign_setting({{"core.bare", "false", false}, {name, "x", is_users}});
  };
  for (const std::string name :
       {"core.repositoryformatversion", "core.filemode", "core.fsmonitor", "core.hookspath",
        "remote.origin.url", "remote.a.b.pushurl", "remote.origin.fetch",
        "remote.origin.gh-resolved", "remote.pushdefault", "branch.main.merge",
        "http.https://github.com/.extraheader", "http.extraheader", "user.name", "lfs.url",
        "extensions.worktreeconfig", "includeif.gitdir:/x/.path", "submodule.a.url", "gc.auto",
        "protocol.version"}) {
    EXPECT_EQ(foreign(name), std::nullopt) << name;
  }
  for (const std::string name :
       {"http.cookiefile", "http.https://github.com/.cookiefile", "http.sslverify", "http.proxy",
        "url.x.insteadof", "credential.username", "ssh.variant", "protocol.allow",
        "remote.origin.proxy", "core.sshcommand", "core.newkey", "fetch.bundleuri",
        "push.pushoption", "hook.a.command"}) {
    EXPECT_EQ(foreign(name), name);
    EXPECT_EQ(foreign(name, true), std::nullopt) << name;
  }
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
  for (const std::string_view address : {"",
                                         "ext::sh -c x",
                                         "fd::3",
                                         "-oProxyCommand=x",
                                         "ssh://-oProxyCommand=x/a",
                                         "ssh://a@-oProxyCommand=x/a",
                                         "-x@host:a",
                                         "a@-oProxyCommand=x:a",
                                         "host:-x",
                                         "git://github.com/a/b",
                                         "http://github.com/a/b",
                                         "https://",
                                         "../b.git",
                                         "b.git",
                                         "/home/me/project/b.git",
                                         "/home/me/project",
                                         "file:///home/me/project/../project/b",
                                         "/proc/self/cwd/../b.git",
                                         "/srv/./b.git",
                                         "file:///srv/../b.git",
                                         "https://github.com/a\nhttps://x y/b",
                                         "https://github.com/a\nssh://github.com/a"}) {
    EXPECT_EQ(transport(address), "refused") << address;
  }
}

TEST_F(GitGuardTest, KnowsWhatARepositorySaysAndWhatItsUserSays) {
  folder_.write("global", "[core]\n\tsshCommand = mine\n[http]\n\tsslVerify\n");
  folder_.write("repo/more", "[remote \"X.y\"]\n\treceivepack = theirs\n");
  shell("cd repo && git config include.path ../more && git config core.editor ''");
  setenv("GIT_CONFIG_GLOBAL", (folder_.path() / "global").c_str(), 1);
  const auto settings = git_settings(repo());
  unsetenv("GIT_CONFIG_GLOBAL");
  ASSERT_TRUE(settings.has_value());
  const auto has = [&](std::string_view name, std::string_view value, bool is_users) {
    return std::ranges::any_of(*settings, [&](const GitSetting& s) {
      return s.name == name && s.value == value && s.is_users == is_users;
    });
  };
  EXPECT_TRUE(has("core.sshcommand", "mine", true));
  EXPECT_TRUE(has("http.sslverify", "", true));
  EXPECT_TRUE(has("remote.X.y.receivepack", "theirs", false));
  EXPECT_TRUE(has("core.editor", "", false));
  EXPECT_EQ(foreign_setting(*settings), "remote.X.y.receivepack");
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

// An index as git would never write it, as in a .git out of an archive.
class CraftedIndexTest : public GitGuardTest {
 protected:
  void SetUp() override {
    GitGuardTest::SetUp();
    victim_ = folder_.write("victim.py", kLeaky);
  }

  // The paths stand in the index of `repo` beside train.py.
  void put_in_index(const std::string& path) const {
    const std::string script =
        "import hashlib, struct, subprocess, sys\n"
        "blob = subprocess.check_output(['git', 'rev-parse', 'HEAD:train.py']).decode().strip()\n"
        "paths = sorted(p.encode() for p in (sys.argv[1], 'train.py'))\n"
        "index = b'DIRC' + struct.pack('>II', 2, len(paths))\n"
        "for path in paths:\n"
        "    entry = struct.pack('>10I', 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0)\n"
        "    entry += bytes.fromhex(blob) + struct.pack('>H', len(path)) + path\n"
        "    index += entry + b'\\0' * (8 - len(entry) % 8)\n"
        "open('.git/index', 'wb').write(index + hashlib.sha1(index).digest())\n";
    folder_.write("craft.py", script);
    shell("cd repo && python3 ../craft.py '" + path + "'");
    const ProcessResult listed = shell("cd repo && git ls-files");
    ASSERT_THAT(listed.out, HasSubstr(path)) << "git lists it: " << listed.err;
  }

  fs::path victim_;
};

// As in `x<TAB>../y`, of which no part leads anywhere in a list of paths alone.
TEST_F(GitGuardTest, AListOfPathsIsReadWhateverTabsTheyHold) {
  shell(
      "cd repo && echo kept.py > .gitignore && cp train.py kept.py && "
      "for n in end x..; do touch \"$(printf \"$n\\t\")\"; done && "
      "touch \"$(printf 'x\\t..')\" \"$(printf 'x\\t.git')\" && git add -A && git commit -qm tabs");
  ASSERT_THAT(shell("cd repo && git ls-files").out, HasSubstr("end\\t"));
  const ProcessResult listed = mlfix({"--show-files", "."}, repo());
  EXPECT_THAT(listed.out, Not(HasSubstr("kept.py")));
  EXPECT_THAT(listed.err, Not(HasSubstr("leads out")));
  EXPECT_NE(mlfix({"--diff-base", "HEAD~1", "."}, repo()).status, 2);
  EXPECT_NE(mlfix({"--staged", "."}, repo()).status, 2);
}

// git's list of folders not to look above is parted by colons.
TEST_F(GitGuardTest, ARepositoryAroundABrokenOneDoesNotAnswerForIt) {
  for (const std::string name : {"pq", "p:q"}) {
    const std::string inner = "repo/" + name + "/r";
    shell("mkdir -p " + inner + "/.git && touch " + inner + "/.git/junk && cp repo/train.py " +
          inner);
    const ProcessResult broken = mlfix({"--write", "."}, repo() / name / "r");
    EXPECT_EQ(broken.status, 2) << name;
    EXPECT_THAT(broken.err, HasSubstr("nothing is written")) << name;
  }
  shell("git init -q repo/p:q/whole && cp repo/train.py repo/p:q/whole");
  EXPECT_THAT(mlfix({"--show-files", "."}, repo() / "p:q" / "whole").err, ::testing::IsEmpty());
}

TEST_F(GitGuardTest, WhatAnAlternateNamesIsNotQuoted) {
  folder_.write("secret", "TOPSECRET\n");
  shell(
      "cd repo && t=$(git rev-parse HEAD^{tree}) && rm -f .git/objects/$(echo $t | cut -c1-2)/* && "
      "mkdir -p 'fatal: x/info' && ln -s ../../../secret 'fatal: x/info/alternates' && "
      "echo '../../fatal: x' > .git/objects/info/alternates");
  ASSERT_THAT(shell("cd repo && git diff-index --cached HEAD").err, HasSubstr("TOPSECRET"));
  const ProcessResult result = mlfix({"--staged", "."}, repo());
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("it may quote a file from elsewhere"));
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("TOPSECRET")));
}

TEST(GitComplaint, IsTheLineThatBeginsWithFatal) {
  EXPECT_EQ(git_complaint("error: a/fatal: x/SECRET is odd\nfatal: no\nhint: y\n"), "no");
  EXPECT_EQ(git_complaint("error: a\n"), "error: a");
}

TEST_F(CraftedIndexTest, LeadsToNoFileOutsideOfTheCheckout) {
  shell("mkdir -p repo/.git/hooks && cp victim.py repo/.git/hooks/victim.py");
  for (const std::string& path :
       {std::string("../victim.py"), victim_.string(), std::string("pkg/../../victim.py"),
        std::string(".git/hooks/victim.py")}) {
    put_in_index(path);
    const ProcessResult result = mlfix({"--write", "."}, repo());
    EXPECT_EQ(result.status, 2) << path;
    EXPECT_THAT(result.err, HasSubstr("leads out of the checkout or into a .git folder")) << path;
    EXPECT_EQ(testing::read_bytes(victim_), kLeaky) << path;
    EXPECT_EQ(testing::read_bytes(repo() / ".git/hooks/victim.py"), kLeaky) << path;
    for (const std::string option : {"--staged", "--diff-base=HEAD"}) {
      EXPECT_EQ(mlfix({option, "."}, repo()).status, 2) << path << option;
    }
  }
}

// `measure` copies what git lists to a folder two levels deeper or less than the project.
TEST_F(CraftedIndexTest, PutsNoFileBesideTheCopyThatIsMeasured) {
  shell("mkdir tmp && cp victim.py repo/../named.py");
  put_in_index("../named.py");
  ProcessOptions options;
  options.folder = repo();
  options.environment["TMPDIR"] = (folder_.path() / "tmp").string();
  const ProcessResult result = testing::run_mlfix(
      {"measure", "-q", "--", "sh", "-c", "ls -R \"$TMPDIR\" >> ../../../seen"}, options);
  EXPECT_LT(result.status, 3) << result.err;
  const std::string seen = testing::read_bytes(folder_.path() / "seen");
  EXPECT_THAT(seen, HasSubstr("train.py"));
  EXPECT_THAT(seen, Not(HasSubstr("named.py")));
}

// git takes a tracked file behind a link for deleted, and what is there is another file.
TEST_F(GitGuardTest, AFolderThatBecameALinkIsNotEntered) {
  const fs::path victim = folder_.write("outside/victim.py", kLeaky);
  shell(
      "cd repo && mkdir -p pkg/deep && cp train.py pkg/victim.py && "
      "cp train.py pkg/deep/victim.py && git add -A && git commit -qm pkg && rm -r pkg && "
      "ln -s ../outside pkg && mkdir ../outside/deep && cp ../outside/victim.py ../outside/deep/");
  const ProcessResult result = mlfix({"--write", "."}, repo());
  EXPECT_EQ(testing::read_bytes(victim), kLeaky);
  EXPECT_EQ(testing::read_bytes(folder_.path() / "outside/deep/victim.py"), kLeaky);
  EXPECT_THAT(result.err, HasSubstr("pkg: is a link that leads elsewhere; left out"));
  EXPECT_NE(testing::read_bytes(repo() / "train.py"), kLeaky);
  EXPECT_EQ(mlfix({"--write", "pkg"}, repo()).status, 0);
  EXPECT_NE(testing::read_bytes(victim), kLeaky) << "it was named";
}

// core.worktree would make another folder the project.
TEST_F(GitGuardTest, TheProjectIsWhereItsGitFolderIs) {
  folder_.write("secret.txt", "secret");
  folder_.write("repo/mlfix.yaml", "bot: {repository: a/b, base: main}\n");
  shell(
      "cd repo && git update-ref refs/remotes/origin/main main && "
      "git config core.worktree \"$PWD/..\"");
  EXPECT_EQ(shell("cd repo && git rev-parse --show-toplevel").out, folder_.path().string() + "\n");
  shell("mkdir tmp");
  ProcessOptions options;
  options.folder = repo();
  options.environment["TMPDIR"] = (folder_.path() / "tmp").string();
  const ProcessResult measured =
      testing::run_mlfix({"measure", "-q", "--", "sh", "-c",
                          "find \"$TMPDIR\" -name 'secret*' >> " + canary().string()},
                         options);
  EXPECT_LT(measured.status, 3) << measured.err;
  EXPECT_EQ(testing::read_bytes(canary()), "");
  EXPECT_THAT(mlfix({"--staged", "--format", "concise", "train.py"}, repo()).err,
              Not(HasSubstr("secret")));
  EXPECT_EQ(mlfix({"bot", "plan"}, repo()).status, 0);
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

TEST_F(GitGuardTest, ANestedRepositoryThatGitRefusesIsSaidAndNotWritten) {
  folder_.write("repo/.git/HEAD", "rubbish");
  const ProcessResult written = mlfix({"--write", "."}, folder_.path());
  EXPECT_EQ(written.status, 2);
  EXPECT_THAT(written.err, HasSubstr("nothing is written"));
  EXPECT_EQ(testing::read_bytes(repo() / "train.py"), kLeaky);
}

TEST_F(GitGuardTest, ADeviceThatGitWouldReadIsRefused) {
  for (const char* name : {".git/commondir", ".git/info/exclude", ".git/objects/info/alternates"}) {
    shell("cd repo && rm -f " + std::string(name) + " && ln -s /dev/zero " + name);
    const ProcessResult result = mlfix({"--show-files", "."}, repo());
    EXPECT_THAT(result.out, HasSubstr("train.py"));
    EXPECT_THAT(result.err, HasSubstr("a device"));
    shell("cd repo && rm " + std::string(name));
  }
}

// It would keep its work trees and objects in a repository of somebody else.
TEST_F(GitGuardTest, ARepositoryThatDoesNotKnowTheCheckoutIsNotTakenForItsOwn) {
  shell("git clone -q repo victim");
  shell("cd repo && echo ../../victim/.git > .git/commondir");
  EXPECT_THAT(mlfix({"--staged", "."}, repo()).err, HasSubstr("does not know of this checkout"));
  mlfix({"measure", "--", "true"}, repo());
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "victim/.git/worktrees"));
  shell(
      "rm -r repo/.git && mkdir evil && cp victim/.git/HEAD evil/HEAD && "
      "echo ../victim/.git > evil/commondir && echo 'gitdir: ../evil' > repo/.git");
  EXPECT_THAT(mlfix({"--staged", "."}, repo()).err, HasSubstr("does not know of this checkout"));
}

TEST_F(GitGuardTest, ALinkedWorkTreeIsACheckout) {
  shell("cd repo && git worktree add -q ../linked");
  const ProcessResult found = mlfix({"--format", "concise", "."}, folder_.path() / "linked");
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.err, Not(HasSubstr("git is not asked")));
  EXPECT_THAT(mlfix({"--staged", "."}, folder_.path() / "linked").err,
              Not(HasSubstr("git is not")));
}

// git would read for as long as there is memory.
TEST_F(GitGuardTest, ABranchThatIsADeviceCostsWhatGitMayTake) {
  shell("cd repo && ln -s /dev/zero .git/refs/heads/endless");
  const ProcessResult result = mlfix({"bot", "plan"}, repo());
  EXPECT_LT(result.status, 126) << result.err;
  const auto listed = run_git({repo(), {"for-each-ref"}});
  ASSERT_TRUE(listed) << listed.error().to_string();
  EXPECT_THAT(listed->err, HasSubstr("ut of memory"));
}

TEST_F(GitGuardTest, WhatALinkLeadsToIsNotQuoted) {
  folder_.write("secret", "TOPSECRET\n");
  shell("cd repo && git pack-refs --all");
  for (const std::string name : {".git/packed-refs", ".git/shallow"}) {
    shell("cd repo && mv " + name + " kept; cp ../secret " + name);
    EXPECT_THAT(mlfix({"--staged", "."}, repo()).err, HasSubstr("TOPSECRET"))
        << "a file of its own";
    shell("cd repo && rm " + name + " && ln -s ../../secret " + name);
    const ProcessResult result = mlfix({"--staged", "."}, repo());
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("it may quote a file from elsewhere"));
    EXPECT_THAT(result.out + result.err, Not(HasSubstr("TOPSECRET")));
    shell("cd repo && rm " + name + "; mv kept " + name);
  }
}

TEST_F(GitGuardTest, APipeThatGitWouldReadIsRefused) {
  for (const char* name : {".gitignore", ".git/info/exclude"}) {
    shell("cd repo && rm -f " + std::string(name) + " && mkfifo " + name);
    EXPECT_EQ(shell("cd repo && timeout 1 git ls-files -o --exclude-standard").status, 124);
    const ProcessResult result = mlfix({"--show-files", "."}, repo());
    EXPECT_THAT(result.out, HasSubstr("train.py"));
    EXPECT_THAT(result.err, HasSubstr("is a pipe"));
    shell("cd repo && rm " + std::string(name));
  }
}

TEST_F(GitGuardTest, GitIsEndedWhereItWaitsForAPipe) {
  shell("mkdir repo/sub && echo x > repo/sub/a.py && mkfifo pipe");
  const std::string pipe = (folder_.path() / "pipe").string();
  const std::vector<std::string> attacks = {
      "git -C repo config core.excludesFile " + pipe,
      "git -C repo config include.path " + pipe,
      "git -C repo config includeIf.gitdir:/.path " + pipe,
      "mkfifo repo/sub/.gitignore",
  };
  const std::string undo = "cp config repo/.git/config; rm -f repo/sub/.gitignore";
  shell("cp repo/.git/config config");
  for (const std::string& attack : attacks) {
    shell(attack);
    EXPECT_EQ(shell("cd repo && timeout 1 git ls-files -co --exclude-standard").status, 124);
    const ProcessResult result =
        shell(std::string("timeout 20 ") + MLFIX_BINARY + " --show-files repo");
    EXPECT_EQ(result.status, 0) << attack;
    EXPECT_THAT(result.err, HasSubstr("git was ended: it waits for ")) << attack;
    EXPECT_THAT(result.err, HasSubstr("which is a pipe")) << attack;
    EXPECT_THAT(result.out, HasSubstr("train.py")) << attack;
    shell(undo);
  }
}

TEST_F(GitGuardTest, GitEndsWithMlfix) {
  shell(
      "mkdir bin && printf '#!/bin/sh\\necho $$ > ../pid\\nexec sleep 600\\n' > bin/git && "
      "chmod +x bin/git");
  const std::string path = (folder_.path() / "bin").string() + ":" + std::getenv("PATH");
  const ProcessResult result =
      shell("cd repo && PATH=" + path + " timeout -s TERM 2 " + MLFIX_BINARY + " --show-files .");
  EXPECT_EQ(result.status, 124);
  EXPECT_EQ(shell("test -s pid").status, 0);
  EXPECT_NE(shell("kill -0 $(cat pid)").status, 0) << "git was left behind";
}

TEST_F(GitGuardTest, ALargeFileThatIsNoSourceIsNotReadForChangedLines) {
  shell("cd repo && yes '' | head -c 100000000 > data.bin && git add -A && git commit -qm bomb");
  const ProcessResult result = shell(std::string("cd repo && ulimit -v 600000 && ") + MLFIX_BINARY +
                                     " -j1 --diff-base HEAD~2 .");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("train.py:"));
}

TEST_F(GitGuardTest, TheRemedyForAForeignOwnerIsGiven) {
  ProcessOptions options;
  options.folder = repo();
  options.environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  options.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
  EXPECT_THAT(testing::run_mlfix({"."}, options).err,
              HasSubstr("git config --global --add safe.directory " + repo().string()));
}

}  // namespace
}  // namespace mlfix::git_guard_test
