// What a team with old findings needs, run as a user runs it: findings that are
// recognised again, baselines, changed lines, suppressions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using testing::ProcessOptions;
using testing::ProcessResult;

// One finding of no-grad-eval, with a safe fix.
constexpr std::string_view kLeaky = R"(import torch
from torch import nn


def evaluate(model: nn.Module, loader):
    model.eval()
    correct = 0
    for x, y in loader:
        out = model(x)
        correct += (out.argmax(1) == y).sum().item()
    return correct
)";

// A notebook of those code cells.
std::string notebook(const std::vector<std::string>& cells) {
  json document = {{"nbformat", 4}, {"nbformat_minor", 5}, {"metadata", json::object()}};
  document["cells"] = json::array();
  for (const std::string& cell : cells) {
    document["cells"].push_back({{"cell_type", "code"},
                                 {"execution_count", nullptr},
                                 {"id", "c" + std::to_string(document["cells"].size())},
                                 {"metadata", json::object()},
                                 {"outputs", json::array()},
                                 {"source", cell}});
  }
  return document.dump(1) + "\n";
}

class AdoptionTest : public ::testing::Test {
 protected:
  ProcessResult mlfix(std::vector<std::string> arguments, const fs::path& folder = ".") const {
    ProcessOptions options;
    options.folder = folder_.path() / folder;
    return testing::run_mlfix(std::move(arguments), options);
  }

  ProcessResult shell(const std::string& script) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment["MLFIX"] = MLFIX_BINARY;
    return testing::run_command({"sh", "-c", script}, options);
  }

  void make_repository() const { ASSERT_EQ(shell("git init -q .").status, 0); }

  // By the order of the report.
  std::vector<std::string> fingerprints(std::vector<std::string> arguments,
                                        const fs::path& folder = ".") const {
    arguments.insert(arguments.begin(), {"--format", "json"});
    const ProcessResult result = mlfix(std::move(arguments), folder);
    const json document = json::parse(result.out);
    std::vector<std::string> all;
    for (const json& finding : document["findings"]) {
      all.push_back(finding["fingerprint"]);
    }
    return all;
  }

  std::string bytes(const fs::path& name) const {
    return testing::read_bytes(folder_.path() / name);
  }

  const testing::TemporaryFolder folder_;
};

// ---- Fingerprints ----

TEST_F(AdoptionTest, FingerprintsAreTheSameFromEveryFolder) {
  make_repository();
  folder_.write("src/deep/a.py", kLeaky);
  const std::vector<std::string> all = fingerprints({});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(fingerprints({"a.py"}, "src/deep"), all);
  EXPECT_EQ(fingerprints({".."}, "src/deep"), all);
  EXPECT_EQ(fingerprints({(folder_.path() / "src").string()}), all);
}

TEST_F(AdoptionTest, FingerprintsOfANotebookSurviveNewCells) {
  folder_.write("a.ipynb", notebook({std::string(kLeaky)}));
  const std::vector<std::string> before = fingerprints({});
  ASSERT_EQ(before.size(), 1u);
  folder_.write("a.ipynb",
                notebook({"%matplotlib inline\n", "x = 1", "\n\n" + std::string(kLeaky)}));
  EXPECT_EQ(fingerprints({}), before);
}

}  // namespace
}  // namespace mlfix
