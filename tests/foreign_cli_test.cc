// The program among files and settings that somebody else prepared.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::foreign_cli_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;
using ::testing::StartsWith;

// One safe fix, with a line beside it that GitHub's runner would obey.
constexpr std::string_view kObeyed = R"py(import torch

TEXT = """
::error::obeyed"""
def evaluate(loader):
    model = torch.nn.Linear(4, 2).eval()
    correct = 0
    for x, y in loader:  # ##[error]obeyed
        correct += (model(x).argmax(1) == y).sum().item()
    return correct
)py";

class ForeignCli : public ::testing::Test {
 protected:
  ProcessResult mlfix(std::vector<std::string> arguments) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment["GITHUB_ACTIONS"] = "true";
    return testing::run_mlfix(std::move(arguments), options);
  }

  ProcessResult shell(const std::string& script) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment["MLFIX"] = MLFIX_BINARY;
    return testing::run_command({"sh", "-c", script}, options);
  }

  const testing::TemporaryFolder folder_;
};

// The lines that the runner would obey.
std::vector<std::string> commands_in(const std::string& log) {
  std::vector<std::string> found;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const bool is_command = line.compare(begin, 2, "::") == 0 || line.starts_with("\u00a0::");
    if (is_command || line.find("##[") != std::string::npos) found.push_back(line);
  }
  return found;
}

TEST_F(ForeignCli, NoLineOfAReportIsACommand) {
  folder_.write("a.py", kObeyed);
  const ProcessResult result = mlfix({"--no-config", "a.py"});
  EXPECT_THAT(result.out, HasSubstr("obeyed"));
  EXPECT_THAT(commands_in(result.out), ::testing::IsEmpty());
}

TEST_F(ForeignCli, APatchIsAsItWasAndNoCommand) {
  folder_.write("a.py", kObeyed);
  const ProcessResult result = mlfix({"--no-config", "--diff", "a.py"});
  EXPECT_THAT(result.out, StartsWith("::stop-commands::mlfi"));
  const std::vector<std::string> commands = commands_in(result.out);
  ASSERT_GE(commands.size(), 2u);
  const std::string token = commands.front().substr(std::string("::stop-commands::").size());
  EXPECT_EQ(commands.back(), "::" + token + "::");
  folder_.write("a.patch", result.out);
  EXPECT_EQ(shell("git apply a.patch").status, 0);
  EXPECT_THAT(testing::read_bytes(folder_.path() / "a.py"), HasSubstr("@torch.no_grad()"));
}

TEST_F(ForeignCli, NamesAreShownAsOneLine) {
  const fs::path name = "a\n::error::x\x1b[31m\u202e.py";
  folder_.write(name, "import torch\nx = (\n");
  const ProcessResult result = mlfix({"--no-config", "."});
  EXPECT_THAT(result.err, HasSubstr("a\\n::error::x\\x1b[31m\\u202e.py:"));
  EXPECT_THAT(commands_in(result.err), ::testing::IsEmpty());
}

TEST_F(ForeignCli, NoDocumentThatIsPrintedIsACommand) {
  const std::vector<std::string> names = {"::error::x.py", "##[error]y.py", "\u00a0::error::z.py"};
  for (const std::string& name : names) folder_.write(name, kObeyed);
  for (const char* format : {"markdown", "html", "junit", "json", "sarif", "gitlab", "rdjson"}) {
    const ProcessResult result = mlfix({"--no-config", "--format", format, "."});
    EXPECT_THAT(result.out, HasSubstr("y.py")) << format << result.err;
    EXPECT_THAT(commands_in(result.out), ::testing::IsEmpty()) << format;
  }
}

TEST_F(ForeignCli, NoNameThatIsListedIsACommand) {
  for (const char* name : {"::error::x.py", "##[error]y.py"}) folder_.write(name, kLeaky);
  for (const char* where : {"GITHUB_ACTIONS=true", "-u GITHUB_ACTIONS"}) {
    const ProcessResult result =
        shell("env " + std::string(where) + " \"$MLFIX\" --no-config --show-files .");
    EXPECT_THAT(result.out, HasSubstr("./::error::x.py\n"));
    EXPECT_THAT(commands_in(result.out), ::testing::IsEmpty());
  }
}

// As in a container, which is not told what reads its output.
TEST_F(ForeignCli, NoNameIsACommandWhereNoRunnerIsKnown) {
  for (const char* name : {"::error::x.py", "##[error]y.py", "\u00a0::error::z.py"}) {
    folder_.write(name, kLeaky);
  }
  for (const char* format : {"text", "concise"}) {
    const ProcessResult result = shell("env -u GITHUB_ACTIONS \"$MLFIX\" --no-config --format " +
                                       std::string(format) + " .");
    EXPECT_THAT(result.out, HasSubstr("error]y.py:"));
    EXPECT_THAT(result.out, HasSubstr("./::error::x.py:"));
    EXPECT_THAT(commands_in(result.out), ::testing::IsEmpty());
  }
}

TEST_F(ForeignCli, NoQuotedCodeIsACommandWhereNoRunnerIsKnown) {
  folder_.write("a.py", kObeyed);
  const ProcessResult result = shell("env -u GITHUB_ACTIONS \"$MLFIX\" --no-config a.py");
  EXPECT_THAT(result.out, HasSubstr("obeyed"));
  EXPECT_THAT(commands_in(result.out), ::testing::IsEmpty());
}

TEST_F(ForeignCli, SettingsAreShownAsTheyCanBeWritten) {
  const std::string settings =
      "per-path-ignores:\n  \"\\x1b[31m\\u202eX\\n::error::pwn\\n##[error]y\": [resource]\n";
  folder_.write("mlfix.yaml", settings);
  const ProcessResult shown = mlfix({"--show-settings", "."});
  EXPECT_THAT(shown.out, HasSubstr("\\x1b[31m\\u202eX\\n::error::pwn\\n#\\x23[error]y"));
  EXPECT_THAT(shown.out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(commands_in(shown.out), ::testing::IsEmpty());
  folder_.write("mlfix.yaml", shown.out);
  EXPECT_EQ(mlfix({"--show-settings", "."}).out, shown.out) << "it means the same";
}

TEST_F(ForeignCli, ABaselineIsShownAndDoesNothing) {
  folder_.write("a.py", "x = 1\n");
  folder_.write("b.json",
                "{\"version\":1,\"findings\":[{\"path\":\"a.py\",\"rule\":\"r\","
                "\"scope\":\"\",\"statement\":\"\\u001b[2J\\n::error::x\","
                "\"fingerprint\":\"f\"}]}");
  const ProcessResult result = mlfix({"--no-config", "--baseline", "b.json", "."});
  EXPECT_THAT(result.err, HasSubstr("a.py: r: \\x1b[2J\\n::error::x"));
  EXPECT_THAT(result.err, Not(HasSubstr("\x1b")));
}

TEST_F(ForeignCli, AFileThatMayNotGrowIsAnError) {
  folder_.write("a.py", kObeyed);
  const ProcessResult result =
      shell("ulimit -f 1; \"$MLFIX\" --no-config --report html=out.html a.py >/dev/null");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("out.html: can't be written: file too large"));
  EXPECT_FALSE(fs::exists(folder_.path() / "out.html"));
}

TEST_F(ForeignCli, APipeIsNoConfiguration) {
  folder_.write("a.py", "x = 1\n");
  const ProcessResult result = shell("mkfifo mlfix.yaml; timeout 20 \"$MLFIX\" .");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("mlfix.yaml: is not a regular file"));
}

}  // namespace
}  // namespace mlfix::foreign_cli_test
