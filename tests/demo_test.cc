// The project in testdata/demo: every rule has one thing to find there, and what
// looks like it beside it is left alone. The fixed project does what it did.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::demo_test {
namespace {

namespace fs = std::filesystem;

using ::testing::IsEmpty;
using ::testing::Pair;
using testing::ProcessOptions;
using testing::ProcessResult;
using ::testing::UnorderedElementsAre;

const fs::path kDemo = fs::path(MLFIX_SOURCE_DIR) / "testdata/demo";
// The interpreter that Debian's python3-torch belongs to.
constexpr const char* kPython = "/usr/bin/python3";

// Findings by rule, "rule" or "rule [level]".
using Count = std::map<std::string, int>;

ProcessOptions in(const fs::path& folder) {
  ProcessOptions options;
  options.folder = folder;
  return options;
}

class DemoTest : public ::testing::Test {
 protected:
  DemoTest() { fs::copy(kDemo, folder_.path(), fs::copy_options::recursive); }

  ProcessResult mlfix(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "--no-config");
    arguments.emplace_back(".");
    return testing::run_mlfix(std::move(arguments), in(folder_.path()));
  }

  // What a run finds now; `only` keeps the findings whose fix is that good.
  Count findings(const std::string& only = "") const {
    const auto report = nlohmann::json::parse(mlfix({"--format", "json"}).out);
    Count count;
    for (const auto& finding : report["findings"]) {
      const bool fixable = finding.contains("fix") && !finding["fix"].is_null();
      const std::string level =
          fixable ? finding["fix"]["applicability"].get<std::string>() : "report";
      if (only.empty() || (level == "safe") == (only == "safe")) ++count[finding["rule"]];
    }
    return count;
  }

  // Run again where PyTorch 1.13 breaks off as Python exits, which its threads at times make it do
  // when all has been printed: that says nothing of the program.
  std::string run_demo() const {
    ProcessOptions options = in(folder_.path());
    options.environment = {{"PYTHONDONTWRITEBYTECODE", "1"}, {"OMP_NUM_THREADS", "1"}};
    ProcessResult result = testing::run_command({kPython, "run.py"}, options);
    if (result.err == "terminate called without an active exception\n") {
      result = testing::run_command({kPython, "run.py"}, options);
    }
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(DemoTest, HasOneOfEach) {
  EXPECT_THAT(findings(),
              UnorderedElementsAre(Pair("no-grad-eval", 2), Pair("detach-accumulated-loss", 1),
                                   Pair("detach-stored-tensor", 1), Pair("jit-trace-in-loop", 1),
                                   Pair("new-group-in-loop", 1), Pair("cat-in-loop", 1),
                                   Pair("hook-not-removed", 1)));
}

TEST_F(DemoTest, SafeFixesLeaveWhatIsNotSafe) {
  const Count left = findings("other");
  ASSERT_LT(left.size(), findings().size()) << "nothing is safe";
  mlfix({"--write"});
  EXPECT_EQ(findings(), left);
}

TEST_F(DemoTest, UnsafeFixesLeaveNothing) {
  EXPECT_EQ(mlfix({"--write", "--unsafe"}).status, 0);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(DemoTest, DoesTheSameAfterTheFixes) {
  if (testing::run_command({kPython, "-c", "import torch"}, in(folder_.path())).status != 0) {
    GTEST_SKIP() << "there is no PyTorch for " << kPython;
  }
  const std::string before = run_demo();
  EXPECT_THAT(before, ::testing::HasSubstr("accuracy:"));
  mlfix({"--write"});
  EXPECT_EQ(run_demo(), before);
  mlfix({"--write", "--unsafe"});
  EXPECT_EQ(run_demo(), before);
}

}  // namespace
}  // namespace mlfix::demo_test
