// Completions and the manual page: shells and man read what the program prints of
// itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::command_help_test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::ProcessOptions;
using testing::ProcessResult;

class CommandHelpTest : public ::testing::Test {
 protected:
  std::string printed(std::vector<std::string> arguments) const {
    const ProcessResult result = testing::run_mlfix(std::move(arguments), {});
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }

  ProcessResult run(std::vector<std::string> command) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment["MLFIX"] = MLFIX_BINARY;
    return testing::run_command(std::move(command), options);
  }

  bool has(const std::string& program) const {
    return run({"sh", "-c", "command -v " + program}).status == 0;
  }

  // Every option of --help.
  std::vector<std::string> options() const {
    std::vector<std::string> names;
    const std::string help = printed({"--help"});
    for (std::size_t at = help.find("  --"); at != std::string::npos;
         at = help.find("  --", at + 1)) {
      const std::size_t end = help.find_first_of(" \n", at + 2);
      names.push_back(help.substr(at + 2, end - at - 2));
    }
    EXPECT_THAT(names, Contains("--baseline"));
    return names;
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(CommandHelpTest, BashCompletes) {
  folder_.write("mlfix.bash", printed({"completions", "bash"}));
  ASSERT_EQ(run({"bash", "-n", "mlfix.bash"}).status, 0);
  const std::string complete =
      "mlfix() { \"$MLFIX\" \"$@\"; }; . ./mlfix.bash; COMP_WORDS=(mlfix \"$@\"); "
      "COMP_CWORD=$#; _mlfix; echo \"${COMPREPLY[@]}\"";
  const auto words = [&](const std::vector<std::string>& typed) {
    std::vector<std::string> command = {"bash", "-c", complete, "bash"};
    command.insert(command.end(), typed.begin(), typed.end());
    return run(command).out;
  };
  EXPECT_THAT(words({"--write"}), HasSubstr("--write-baseline"));
  EXPECT_THAT(words({"ex"}), HasSubstr("explain"));
  EXPECT_THAT(words({"explain", "no-grad"}), HasSubstr("no-grad-eval"));
  EXPECT_THAT(words({"--color", "al"}), HasSubstr("always"));
  EXPECT_THAT(words({"--select", "cat"}), HasSubstr("cat-in-loop"));
  for (const std::string& name : options()) EXPECT_THAT(words({name}), HasSubstr(name));
}

TEST_F(CommandHelpTest, ZshCompletes) {
  if (!has("zsh")) GTEST_SKIP() << "zsh is not installed";
  folder_.write("_mlfix", printed({"completions", "zsh"}));
  const ProcessResult checked = run({"zsh", "-n", "_mlfix"});
  EXPECT_EQ(checked.status, 0) << checked.err;
  const ProcessResult loaded = run({"zsh", "-f", "-c",
                                    "autoload -U compinit && compinit -u -D && . ./_mlfix && "
                                    "print $_comps[mlfix]"});
  EXPECT_EQ(loaded.out, "_mlfix\n") << loaded.err;
  const std::string text = printed({"completions", "zsh"});
  for (const std::string& name : options()) EXPECT_THAT(text, HasSubstr("'*" + name + "["));
}

TEST_F(CommandHelpTest, FishCompletes) {
  if (!has("fish")) GTEST_SKIP() << "fish is not installed";
  folder_.write("mlfix.fish", printed({"completions", "fish"}));
  const ProcessResult checked = run({"fish", "-n", "mlfix.fish"});
  EXPECT_EQ(checked.status, 0) << checked.err;
  const auto words = [&](const std::string& typed) {
    return run({"fish", "--no-config", "-c",
                "function mlfix; $MLFIX $argv; end; source mlfix.fish; complete -C '" + typed +
                    "'"})
        .out;
  };
  EXPECT_THAT(words("mlfix --write-"), HasSubstr("--write-baseline"));
  EXPECT_THAT(words("mlfix expl"), HasSubstr("explain"));
  EXPECT_THAT(words("mlfix --color al"), HasSubstr("always"));
}

TEST_F(CommandHelpTest, AnUnknownShellIsAnError) {
  const ProcessResult result = testing::run_mlfix({"completions", "tcsh"}, {});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("bash, zsh and fish"));
}

TEST_F(CommandHelpTest, TheManualPageIsSound) {
  const std::string page = printed({"man"});
  EXPECT_THAT(page, AllOf(HasSubstr(".SH SYNOPSIS\n"), HasSubstr(".SH EXAMPLES\n"),
                          HasSubstr(".SH EXIT STATUS\n"), HasSubstr(".SS mlfix explain\n")));
  folder_.write("mlfix.1", page);
  if (!has("mandoc")) GTEST_SKIP() << "mandoc is not installed";
  const ProcessResult linted = run({"mandoc", "-T", "lint", "-W", "warning", "mlfix.1"});
  // A date would make two builds of one version differ.
  EXPECT_EQ(linted.out + linted.err,
            "mandoc: mlfix.1:1:13: WARNING: missing date, using \"\": TH\n");
  const std::string shown = run({"sh", "-c", "mandoc -T utf8 mlfix.1 | col -b"}).out;
  for (const std::string& name : options()) EXPECT_THAT(shown, HasSubstr(name)) << name;
}

}  // namespace
}  // namespace mlfix::command_help_test
