// Reports beside the patch, as a user asks for them: where each goes, and what
// happens when two want the same place.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::cli_reports_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;
using ::testing::StartsWith;

class CliReports : public ::testing::Test {
 protected:
  CliReports() { folder_.write("src/a.py", kLeaky); }

  ProcessResult mlfix(std::vector<std::string> arguments, std::string input = {}) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.input = std::move(input);
    return testing::run_mlfix(std::move(arguments), options);
  }
  std::string bytes(const fs::path& name) const {
    return testing::read_bytes(folder_.path() / name);
  }
  nlohmann::json json(const fs::path& name) const { return nlohmann::json::parse(bytes(name)); }

  void expect_usage_error(const ProcessResult& result, const std::string& text) const {
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, AllOf(StartsWith("mlfix: "), HasSubstr(text)));
    EXPECT_THAT(result.out, IsEmpty());
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(CliReports, AnyNumberOfThemBesideThePatch) {
  const ProcessResult result =
      mlfix({"--diff", "--report", "sarif=out.sarif", "--report=json=out.json", "--report",
             "text=out.txt", "--report", "html=out.html"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, StartsWith("--- a/src/a.py"));
  EXPECT_THAT(result.err, HasSubstr("1 finding in 1 file"));
  EXPECT_EQ(json("out.sarif")["runs"][0]["results"].size(), 1u);
  EXPECT_EQ(json("out.json")["findings"][0]["applied"], true);
  EXPECT_THAT(bytes("out.txt"), AllOf(HasSubstr("[in the patch]"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(bytes("out.html"), StartsWith("<!DOCTYPE html>"));
}

TEST_F(CliReports, AfterWritingTheyTellWhatIsLeft) {
  const ProcessResult result =
      mlfix({"--write", "--report", "json=out.json", "--report", "gitlab=out.gitlab"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(bytes("src/a.py"), HasSubstr("no_grad"));
  EXPECT_EQ(json("out.json")["findings"][0]["applied"], true);
  EXPECT_THAT(json("out.gitlab"), IsEmpty());
}

TEST_F(CliReports, OneWithoutAFileIsTheMainReport) {
  const ProcessResult result = mlfix({"--report", "sarif"});
  EXPECT_EQ(result.out, mlfix({"--format", "sarif"}).out);
  EXPECT_EQ(mlfix({"--report", "sarif=-"}).out, result.out);
  EXPECT_EQ(nlohmann::json::parse(result.out)["version"], "2.1.0");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(CliReports, AnnotationsFollowTheText) {
  const ProcessResult result = mlfix({"--report", "github"});
  EXPECT_THAT(result.out, AllOf(StartsWith("no-grad-eval (high): "),
                                HasSubstr("\n::error file=src/a.py,line=8,")));
  EXPECT_THAT(mlfix({"--format", "github"}).out, StartsWith("::error file=src/a.py"));
}

TEST_F(CliReports, TwoThingsOnStandardOutputAreAMistakeWithAWayOut) {
  expect_usage_error(mlfix({"--report", "sarif", "--report", "junit"}),
                     "--report sarif and --report junit can't share standard output (give the "
                     "report a file: --report junit=FILE)");
  expect_usage_error(mlfix({"--format", "json", "--report", "sarif"}), "--format json and");
  expect_usage_error(mlfix({"--diff", "--report", "github"}), "the patch of --diff and");
  expect_usage_error(mlfix({"--write", "-", "--report", "json"}, "x = 1\n"),
                     "the text of --write -");
  expect_usage_error(mlfix({"--report", "github", "--report", "json"}), "--report github and");
  expect_usage_error(mlfix({"--report", "json=a", "--report", "text=a"}),
                     "two reports are to be written to a");
  expect_usage_error(mlfix({"--report", "srif=a"}), "did you mean sarif?");
  expect_usage_error(mlfix({"--report", "sarif="}), "write --report sarif=FILE");
}

TEST_F(CliReports, AFolderThatIsNotThereIsToldBeforeTheRun) {
  const ProcessResult result = mlfix({"--write", "--report", "json=no/where.json"});
  expect_usage_error(result, "no/where.json: the folder of this report does not exist");
  EXPECT_EQ(bytes("src/a.py"), kLeaky);
  expect_usage_error(mlfix({"--report", "json=src"}), "is a folder");
}

TEST_F(CliReports, AnOldFileIsReplacedAsAWholeAndKeepsItsMode) {
  folder_.write("real.json", "old");
  fs::permissions(folder_.path() / "real.json", fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(mlfix({"--report", "json=real.json"}).status, 1);
  EXPECT_EQ(json("real.json")["findings"].size(), 1u);
  EXPECT_EQ(fs::status(folder_.path() / "real.json").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    EXPECT_NE(entry.path().extension(), ".tmp");
  }
}

// Whoever wrote the repository, or the folder that somebody stands in, chose the link.
TEST_F(CliReports, NoLinkLeadsOneOutOfTheRepository) {
  const testing::TemporaryFolder outside;
  const fs::path victim = outside.write("victim", "precious");
  const auto link = [&](const fs::path& to, const fs::path& at) {
    fs::create_directory_symlink(to, folder_.path() / at);
  };
  link(victim, "file.json");
  link(outside.path(), "folder");
  link("/dev/null", "device.json");
  link("chain.json", "first.json");
  link(victim, "chain.json");
  for (const bool in_checkout : {false, true}) {
    if (in_checkout) folder_.write(".git/config", "");
    if (in_checkout) link(".git/config", "git.json");
    for (const std::string name :
         {"file.json", "folder/new.json", "folder/victim", "device.json", "first.json"}) {
      const std::string whole = (folder_.path() / name).string();
      for (const std::string& spelled : {name, "./src/../" + name, whole}) {
        const ProcessResult result = mlfix({"--write", "--report", "json=" + spelled});
        expect_usage_error(result, spelled + ": leads out of ");
      }
    }
  }
  expect_usage_error(mlfix({"--report", "json=git.json"}), "git.json: leads out of ");
  EXPECT_EQ(testing::read_bytes(victim), "precious");
  EXPECT_FALSE(fs::exists(outside.path() / "new.json"));
  EXPECT_EQ(bytes("src/a.py"), kLeaky);
  EXPECT_EQ(mlfix({"--quiet", "--report", "json=" + victim.string(), "src"}).status, 1);
  EXPECT_NE(testing::read_bytes(victim), "precious") << "it was named";
}

TEST_F(CliReports, ALinkToASourceIsReplacedAndNotTheSource) {
  fs::create_symlink("src/a.py", folder_.path() / "report.html");
  EXPECT_EQ(mlfix({"--quiet", "--report", "html=report.html"}).status, 1);
  EXPECT_EQ(bytes("src/a.py"), kLeaky);
  EXPECT_FALSE(fs::is_symlink(folder_.path() / "report.html"));
  EXPECT_THAT(bytes("report.html"), HasSubstr("<html"));
}

TEST_F(CliReports, ADeviceIsWrittenTo) {
  const ProcessResult result = mlfix({"--quiet", "--report", "concise=/dev/stderr"});
  EXPECT_THAT(result.err, StartsWith("src/a.py:8:5: no-grad-eval: "));
  EXPECT_TRUE(fs::exists("/dev/stderr"));
  const ProcessResult full = mlfix({"--quiet", "--report", "concise=/dev/full"});
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.err, HasSubstr("/dev/full: can't be written: no space left"));
}

TEST_F(CliReports, FindingsNeedNotFail) {
  EXPECT_EQ(mlfix({"--exit-zero"}).status, 0);
  EXPECT_EQ(mlfix({"--exit-zero", "nowhere.py"}).status, 2);
}

TEST_F(CliReports, CountsInPlaceOfFindings) {
  const ProcessResult result = mlfix({"--statistics"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("       1       1       1       0  no-grad-eval\n"),
                                Not(HasSubstr("-->")), HasSubstr("1 finding in 1 file")));
}

TEST_F(CliReports, ShowsWhichFilesItWouldRead) {
  folder_.write("legacy/b.py", kLeaky);
  folder_.write("mlfix.yaml", "per-path-ignores:\n  legacy/: all\n");
  const ProcessResult result = mlfix({"--show-files"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "src/a.py\n");
}

TEST_F(CliReports, ShowsSettingsThatGiveThemselves) {
  folder_.write("mlfix.yaml",
                "ignore: [no-grad-eval]\nunsafe: true\nper-path-ignores:\n  \"x/\": "
                "[cat-in-loop]\n");
  const std::string shown = mlfix({"--show-settings"}).out;
  EXPECT_THAT(shown, AllOf(HasSubstr("# Read from: mlfix.yaml\n"), HasSubstr("unsafe: true\n"),
                           HasSubstr("\"x/\": [cat-in-loop]"),
                           HasSubstr("  no-grad-eval:\n    enabled: false\n")));
  folder_.write("mlfix.yaml", shown);
  EXPECT_EQ(mlfix({"--show-settings"}).out, shown);
}

}  // namespace
}  // namespace mlfix::cli_reports_test
