// What a team copies or includes: the documentation's commands, the hooks, the
// action, the template and the image.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::team_files_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;

constexpr std::string_view kRoot = MLFIX_SOURCE_DIR;

// One finding of no-grad-eval, with a safe fix.
constexpr std::string_view kLeaky = R"(import torch
from torch import nn


def evaluate(loader):
    model = nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
    return correct
)";

class TeamFilesTest : public ::testing::Test {
 protected:
  TeamFilesTest() {
    fs::create_symlink(MLFIX_BINARY, folder_.write("bin/x", "").parent_path() / "mlfix");
  }

  // With mlfix in PATH, in the folder "project".
  ProcessResult shell(const std::string& script) const {
    fs::create_directories(project());
    ProcessOptions options;
    options.folder = project();
    options.environment["PATH"] =
        (folder_.path() / "bin").string() + ":/usr/local/bin:/usr/bin:/bin";
    options.environment["HOME"] = folder_.path().string();
    options.environment["ROOT"] = std::string(kRoot);
    options.environment["GIT_CONFIG_GLOBAL"] = (folder_.path() / "gitconfig").string();
    return testing::run_command({"bash", "-euc", script}, options);
  }

  fs::path project() const { return folder_.path() / "project"; }

  void make_repository() const {
    folder_.write("gitconfig", "[user]\nname = n\nemail = n@example.org\n");
    folder_.write("project/src/old.py", kLeaky);
    const ProcessResult made = shell("git init -q -b main . && git add -A && git commit -q -m old");
    ASSERT_EQ(made.status, 0) << made.err;
  }

  // Runs a Python program that reads YAML files; its complaints.
  std::string checked(const std::string& program) const {
    folder_.write("project/check.py", program);
    const ProcessResult result = shell("/usr/bin/python3 check.py");
    return result.out + result.err;
  }

  // steps/0.sh, steps/1.sh: the scripts of action.yml.
  void write_steps_of_the_action() const {
    EXPECT_EQ(checked("import os, yaml\n"
                      "action = yaml.safe_load(open(os.environ['ROOT'] + '/action.yml'))\n"
                      "os.mkdir('../steps')\n"
                      "for i, step in enumerate(action['runs']['steps']):\n"
                      "    assert '${{' not in step['run'], 'inputs go through the environment'\n"
                      "    open(f'../steps/{i}.sh', 'w').write(step['run'])\n"
                      "os.remove('check.py')\n"),
              "");
  }

  const testing::TemporaryFolder folder_;
};

// The ```sh blocks of a page.
std::vector<std::string> shell_blocks(const std::string& page) {
  constexpr std::string_view kOpen = "\n```sh\n";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(kOpen); at != std::string::npos; at = page.find(kOpen, at)) {
    at += kOpen.size();
    const std::size_t end = page.find("```\n", at);
    blocks.push_back(page.substr(at, end - at));
  }
  return blocks;
}

TEST_F(TeamFilesTest, EveryCommandOfThePageAboutAdoptionWorks) {
  make_repository();
  folder_.write("project/src/older.py", kLeaky);
  ASSERT_EQ(shell("git add -A && git commit -q -m older").status, 0);
  const auto blocks = shell_blocks(testing::read_bytes(fs::path(kRoot) / "docs/adoption.md"));
  ASSERT_GE(blocks.size(), 10u);
  for (const std::string& block : blocks) {
    // Before there is a baseline, findings are the expected answer.
    const bool looks = block.starts_with("mlfix --statistics");
    const ProcessResult result = looks ? shell("set +e\n" + block + "test $? -le 1") : shell(block);
    EXPECT_EQ(result.status, 0) << block << result.out << result.err;
  }
  EXPECT_THAT(testing::read_bytes(project() / "src/old.py"), HasSubstr("@torch.no_grad()"));
  EXPECT_THAT(testing::read_bytes(project() / "mlfix-baseline.json"), Not(HasSubstr("old.py")));
  EXPECT_EQ(shell("mlfix").status, 0);
}

TEST_F(TeamFilesTest, PreCommitRunsTheHooks) {
  if (shell("command -v pre-commit").status != 0) GTEST_SKIP() << "pre-commit is not installed";
  make_repository();
  const ProcessResult valid =
      shell("pre-commit validate-manifest \"$ROOT/.pre-commit-hooks.yaml\"");
  EXPECT_EQ(valid.status, 0) << valid.out << valid.err;
  const std::string page = testing::read_bytes(fs::path(kRoot) / "docs/adoption.md");
  const std::size_t shown = page.find("repos:\n  - repo:");
  ASSERT_NE(shown, std::string::npos);
  folder_.write("shown.yaml", page.substr(shown, page.find("```", shown) - shown));
  const ProcessResult documented = shell("pre-commit validate-config ../shown.yaml");
  EXPECT_EQ(documented.status, 0) << documented.out << documented.err;
  // As a repository of hooks is used, from a folder instead of the network.
  const ProcessResult made = shell(
      "mkdir ../hooks && cp \"$ROOT/.pre-commit-hooks.yaml\" ../hooks && cd ../hooks && "
      "git init -q . && git add -A && git commit -q -m hooks && git tag v1");
  ASSERT_EQ(made.status, 0) << made.err;
  const auto configure = [&](const std::string& hook) {
    folder_.write(
        "project/.pre-commit-config.yaml",
        "repos:\n  - repo: ../hooks\n    rev: v1\n    hooks:\n      - id: " + hook + "\n");
  };
  configure("mlfix-system");
  ASSERT_EQ(shell("pre-commit install && git add -A && git commit -q -m config").status, 0);
  folder_.write("project/src/new.py", kLeaky);
  const ProcessResult refused = shell("git add -A && git commit -m new");
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.out + refused.err,
              AllOf(HasSubstr("src/new.py:8:5: no-grad-eval"), Not(HasSubstr("src/old.py"))));
  configure("mlfix-fix-system");
  const ProcessResult fixed = shell("git add -A && git commit -m new");
  EXPECT_NE(fixed.status, 0) << "pre-commit stops when a hook changes files";
  EXPECT_THAT(testing::read_bytes(project() / "src/new.py"), HasSubstr("@torch.no_grad()"));
  const ProcessResult done = shell("git add -A && git commit -m new");
  EXPECT_EQ(done.status, 0) << done.out << done.err;
  configure("mlfix-all-system");
  EXPECT_THAT(shell("git add -A; pre-commit run --all-files").out, HasSubstr("src/old.py:8:5"));
}

// A program beside the action stands for the one that would be built there.
TEST_F(TeamFilesTest, TheActionBringsMlfixWhereThereIsNone) {
  write_steps_of_the_action();
  const std::string run =
      "GITHUB_ACTION_PATH=$PWD/../action RUNNER_TEMP=$PWD/../temp GITHUB_PATH=$PWD/../paths "
      "DEB= bash -e ../steps/0.sh && cat ../paths";
  folder_.write("paths", "");
  const ProcessResult there = shell(run);
  EXPECT_EQ(there.status, 0) << there.err;
  EXPECT_THAT(there.out, Not(HasSubstr("temp/mlfix")));
  fs::create_directories(folder_.path() / "action/scripts");
  fs::rename(folder_.path() / "bin/mlfix", folder_.path() / "action/scripts/mlfix");
  const ProcessResult built = shell(run);
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(built.out, HasSubstr("temp/mlfix\n"));
  EXPECT_THAT(shell("PATH=$(cat ../paths):$PATH && mlfix --version").out, HasSubstr("mlfix "));
}

TEST_F(TeamFilesTest, TheActionTakesAReleaseByItsChecksum) {
  write_steps_of_the_action();
  folder_.write("paths", "");
  ASSERT_EQ(shell("mkdir -p ../mlfix-1/bin && cp ../bin/mlfix ../mlfix-1/bin && "
                  "tar czf ../archive -C .. mlfix-1")
                .status,
            0);
  const auto install = [&](const std::string& checksum) {
    return shell("RUNNER_TEMP=$PWD/../temp GITHUB_PATH=$PWD/../paths DEB= SHA256=" + checksum +
                 " RELEASE=file://$PWD/../archive bash -e ../steps/0.sh");
  };
  const std::string right = "$(sha256sum ../archive | cut -c1-64)";
  for (const std::string& wrong : {std::string(), right + "0", std::string(64, '0')}) {
    const ProcessResult refused = install(wrong);
    EXPECT_EQ(refused.status, 2) << wrong << refused.err;
    EXPECT_THAT(refused.out, HasSubstr("::error::"));
    EXPECT_FALSE(fs::exists(folder_.path() / "temp/mlfix/bin")) << wrong;
  }
  EXPECT_EQ(testing::read_bytes(folder_.path() / "paths"), "");
  const ProcessResult taken = install(right);
  EXPECT_EQ(taken.status, 0) << taken.out << taken.err;
  EXPECT_THAT(shell("$(cat ../paths)/mlfix --version").out, HasSubstr("mlfix "));
}

TEST_F(TeamFilesTest, TheActionRuns) {
  write_steps_of_the_action();
  make_repository();
  ASSERT_EQ(shell("git clone -q --bare . ../remote.git && "
                  "git remote add origin ../remote.git && git checkout -q -b topic")
                .status,
            0);
  folder_.write("project/src/new.py", kLeaky);
  const std::string run =
      "PATHS=. ARGUMENTS='--profile ci' SARIF=out.sarif ONLY_CHANGED=true BASE=main "
      "bash -e ../steps/1.sh";
  const ProcessResult result = shell(run);
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("::error file=src/new.py"), Not(HasSubstr("old.py"))));
  EXPECT_THAT(testing::read_bytes(project() / "out.sarif"), HasSubstr("no-grad-eval"));
  const ProcessResult all =
      shell("PATHS=src ARGUMENTS= SARIF= ONLY_CHANGED=true BASE= bash -e ../steps/1.sh");
  EXPECT_THAT(all.out, HasSubstr("src/old.py"));
}

TEST_F(TeamFilesTest, TheGitlabJobRuns) {
  EXPECT_EQ(checked("import os, yaml\n"
                    "job = yaml.safe_load(open(os.environ['ROOT'] + '/ci/gitlab.yml'))['mlfix']\n"
                    "assert job['artifacts']['reports']['codequality'] in job['script'][0]\n"
                    "open('run.sh', 'w').write('\\n'.join(job['script']))\n"),
            "");
  make_repository();
  folder_.write("project/src/new.py", kLeaky);
  const ProcessResult result = shell(
      "CI_PROJECT_DIR=$PWD CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD) sh -e run.sh");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(testing::read_bytes(project() / "gl-code-quality-report.json"),
              AllOf(HasSubstr("src/new.py"), HasSubstr("fingerprint")));
}

TEST_F(TeamFilesTest, TheGitlabScheduleMakesPlanAndPatch) {
  EXPECT_EQ(checked("import os, yaml\n"
                    "file = os.environ['ROOT'] + '/ci/gitlab-mlfix-bot.yml'\n"
                    "job = yaml.safe_load(open(file))['mlfix-bot']\n"
                    "assert job['artifacts']['paths'] == ['mlfix-plan.json', 'mlfix.patch']\n"
                    "open('../run.sh', 'w').write('\\n'.join(job['script']))\n"
                    "os.remove('check.py')\n"),
            "");
  make_repository();
  // As a runner clones: no branch, and nothing that names the default one.
  ASSERT_EQ(shell("git clone -q --bare . ../remote.git && git remote add origin ../remote.git && "
                  "git checkout -q --detach && git branch -q -D main")
                .status,
            0);
  const ProcessResult result = shell("CI_DEFAULT_BRANCH=main sh -e ../run.sh");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_THAT(testing::read_bytes(project() / "mlfix-plan.json"),
              AllOf(HasSubstr("\"branch\": \"mlfix/gradient\""), HasSubstr("src/old.py")));
  EXPECT_EQ(shell("git apply mlfix.patch && mlfix").status, 0);
}

TEST_F(TeamFilesTest, TheImageRunsAsAnOrdinaryUser) {
  const std::string text = testing::read_bytes(fs::path(kRoot) / "Dockerfile");
  const std::size_t last_stage = text.rfind("\nFROM ");
  EXPECT_GT(text.find("\nUSER mlfix\n"), last_stage);
  EXPECT_LT(text.find("\nUSER mlfix\n"), text.find("\nENTRYPOINT [\"mlfix\"]"));
  // cmake --install wants the manual page and the completions, and makes nothing.
  EXPECT_LT(text.find(" --target helpers"), text.find(" --install "));
  EXPECT_THAT(text, HasSubstr("COPY --from=build "));
  EXPECT_THAT(text, Not(HasSubstr("ADD http")));
  // What each step runs is a valid script.
  folder_.write("project/run.sh", "");
  const ProcessResult parsed = shell(
      "sed -n '/^RUN /,/[^\\\\]$/p' \"$ROOT/Dockerfile\" | sed 's/^RUN //' > run.sh && bash -n "
      "run.sh");
  EXPECT_EQ(parsed.status, 0) << parsed.err;
}

}  // namespace
}  // namespace mlfix::team_files_test
