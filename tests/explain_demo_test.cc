// `mlfix explain RULE --demo`: the program of each rule, before and after what mlfix makes of it.

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/rule_defaults.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "transforms/registry.h"

namespace mlfix::explain_demo_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ProcessOptions;
using testing::ProcessResult;

// The interpreter that Debian's python3-torch belongs to.
constexpr const char* kPython = "/usr/bin/python3";

ProcessResult demo(const std::string& rule, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"explain", rule, "--demo"};
  words.insert(words.end(), more.begin(), more.end());
  return testing::run_mlfix(words, ProcessOptions{});
}

// Those whose fixes are applied, safe or unsafe.
std::vector<std::string> fixing_rules() {
  const Registry registry = shipped_registry();
  const auto defaults = shipped_defaults();
  std::vector<std::string> names;
  for (const Rule& rule : registry.rules()) {
    const auto known = defaults->find(rule.name);
    if (rule.by_engine || known == defaults->end()) continue;
    if (known->second.level != Applicability::Suggestion) names.push_back(rule.name);
  }
  return names;
}

// One process of observe.py for all rules: to import PyTorch, and to look for fonts, takes longer
// than to run a program. It forks for each, so that they do not know of each other.
class WarmPython {
 public:
  WarmPython() {
    mkfifo(requests_.c_str(), 0600);
    mkfifo(answers_.c_str(), 0600);
    // What mlfix starts as its Python hands the requests on.
    const std::string relay = fmt::format(
        "#!/bin/sh\n"
        "while read -r request; do\n"
        "  printf '%s\\n' \"$request\" >'{}'\n"
        "  read -r status <'{}' && echo \"$status\"\n"
        "done\n",
        requests_.string(), answers_.string());
    command_ = folder_.write("python", relay);
    fs::permissions(command_, fs::perms::owner_all);
    child_ = fork();
    if (child_ == 0) run();
  }
  WarmPython(const WarmPython&) = delete;
  WarmPython& operator=(const WarmPython&) = delete;
  ~WarmPython() {
    if (child_ <= 0) return;
    kill(child_, SIGTERM);
    waitpid(child_, nullptr, 0);
  }

  std::string command() const { return command_.string(); }

 private:
  // With both ends of the pipes open, so that nobody waits for the other to open one.
  [[noreturn]] void run() const {
    dup2(open(requests_.c_str(), O_RDWR), STDIN_FILENO);
    dup2(open(answers_.c_str(), O_RDWR), STDOUT_FILENO);
    for (const char* name : {"MPLCONFIGDIR", "IPYTHONDIR", "TMPDIR"}) {
      setenv(name, folder_.path().c_str(), 1);
    }
    setenv("OMP_NUM_THREADS", "1", 1);
    setenv("MPLBACKEND", "Agg", 1);
    setenv("PYTHONHASHSEED", "0", 1);
    execl(kPython, kPython, "-B", MLFIX_SOURCE_DIR "/src/measure/observe.py", nullptr);
    _exit(127);
  }

  testing::TemporaryFolder folder_;
  fs::path requests_ = folder_.path() / "requests";
  fs::path answers_ = folder_.path() / "answers";
  fs::path command_;
  pid_t child_ = -1;
};

class ExplainDemo : public ::testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { python_ = std::make_unique<WarmPython>(); }
  static void TearDownTestSuite() { python_.reset(); }

  inline static std::unique_ptr<WarmPython> python_;
};

TEST_P(ExplainDemo, ShowsThatTheFixHelps) {
  const ProcessResult result =
      demo(GetParam(), {"--python", python_->command(), "--format", "json"});
  if (result.err.find("has no module") != std::string::npos) GTEST_SKIP() << result.err;
  ASSERT_EQ(result.status, 0) << result.err;
  const auto shown = nlohmann::json::parse(result.out);
  EXPECT_NE(shown["program"], shown["fixed"]);
  const auto before = shown["before_figure"].get<double>();
  const auto after = shown["after_figure"].get<double>();
  // Memory of a device, which the machine of the test need not have.
  if (shown["leak"] != "nothing") {
    EXPECT_GT(before, after) << result.out;
  }
  EXPECT_GE(shown["before"].size(), shown["leak"] == "total" ? 1u : 4u);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& rule) {
  std::string name = rule.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rules, ExplainDemo, ::testing::ValuesIn(fixing_rules()), test_name);

TEST(ExplainDemoCli, EveryRuleThatFixesHasAProgram) {
  const Registry registry = shipped_registry();
  for (const std::string& name : fixing_rules()) {
    const Rule& rule = registry.rules()[*registry.find(name)];
    const fs::path beside = fs::path(MLFIX_SOURCE_DIR) / "transforms" / rule.group;
    const bool has_one = fs::exists(beside / (std::string(rule.transform.stem) + ".demo.py")) ||
                         fs::exists(beside / (std::string(rule.transform.stem) + ".demo.ipynb"));
    EXPECT_TRUE(has_one) << name;
  }
}

TEST(ExplainDemoCli, SaysWhereTheFiguresCannotShowTheLeak) {
  const ProcessResult result = demo("results-on-device", {"--python", kPython});
  if (result.err.find("has no module") != std::string::npos) GTEST_SKIP() << result.err;
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("memory of a device"));
}

TEST(ExplainDemoCli, PrintsTheFixAndATable) {
  const ProcessResult result = demo("detach-accumulated-loss", {"--python", kPython});
  if (result.err.find("has no module") != std::string::npos) GTEST_SKIP() << result.err;
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("The safe fix, as mlfix makes it:"),
                                HasSubstr(".detach()"), HasSubstr("before"),
                                HasSubstr("memory in use"), HasSubstr("growth by iteration")));
}

TEST(ExplainDemoCli, SaysWhatThePythonLacks) {
  const testing::TemporaryFolder folder;
  // Without what was installed into it.
  const fs::path python = folder.write("python", "#!/bin/sh\nexec /usr/bin/python3 -S \"$@\"\n");
  fs::permissions(python, fs::perms::owner_all);
  const ProcessResult result = demo("no-grad-eval", {"--python", python.string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("has no module 'torch'"), HasSubstr("--python")));
  EXPECT_THAT(result.out, IsEmpty());
}

TEST(ExplainDemoCli, MistakesAreSaid) {
  EXPECT_THAT(demo("no-grad-eval", {"--python", "no-such-python"}).err,
              HasSubstr("no-such-python"));
  EXPECT_THAT(demo("global-accumulation").err, HasSubstr("has no fix"));
  EXPECT_THAT(demo("no-grad-evil").err, HasSubstr("did you mean no-grad-eval?"));
  const ProcessResult alone =
      testing::run_mlfix({"explain", "no-grad-eval", "--python", kPython}, ProcessOptions{});
  EXPECT_EQ(alone.status, 2);
  EXPECT_THAT(alone.err, HasSubstr("--python needs --demo"));
}

}  // namespace
}  // namespace mlfix::explain_demo_test
