// What an edit costs in a project of hundreds of files: counted, not timed.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/file_pipeline.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "support/shipped.h"

namespace mlfix::lsp_cost_test {
namespace {

using testing::Level;
using testing::Shipped;

constexpr int kFiles = 500;

// The loss of another file's function is summed with its graph.
std::string module(int number, const std::string& body) {
  return fmt::format(
      "import torch\n"
      "from package.m{0} import evaluate as other\n\n\n"
      "def evaluate(model, loader, criterion):\n"
      "{1}"
      "    total = 0\n"
      "    for x, y in loader:\n"
      "        loss = criterion(model(x), y)\n"
      "        loss.backward()\n"
      "        total += loss\n"
      "    return other(model, loader, criterion), total\n",
      (number + 1) % kFiles, body);
}

class LspCost : public ::testing::Test {
 protected:
  LspCost() {
    for (int i = 0; i < kFiles; ++i) texts_[path_of(i)] = module(i, "");
  }

  static std::filesystem::path path_of(int number) {
    return fmt::format("/project/package/m{}.py", number);
  }

  static std::vector<std::filesystem::path> all_paths() {
    std::vector<std::filesystem::path> paths;
    for (int i = 0; i < kFiles; ++i) paths.push_back(path_of(i));
    return paths;
  }

  FileResult check(const std::filesystem::path& path) {
    PipelineOptions options = Shipped::get().options(Level::Safe, std::nullopt);
    options.apply_safe = false;
    options.project = &project_;
    FilePipeline pipeline(Shipped::get().registry(), Shipped::get().knowledge(), options);
    return pipeline.run(make_source_file(path, texts_.at(path)).value());
  }

  // What edited files cost: the texts that are read until `path` is checked again.
  int reads_after(const std::filesystem::path& edited, const std::string& text,
                  const std::filesystem::path& path) {
    texts_[edited] = text;
    reads_ = 0;
    project_.renew(project_.file_of(edited));
    EXPECT_EQ(check(path).findings.size(), 1U);
    return reads_;
  }

  const std::vector<std::filesystem::path> paths_ = all_paths();
  std::map<std::filesystem::path, std::string> texts_;
  int reads_ = 0;
  Project project_{paths_,
                   Shipped::get().knowledge(),
                   {},
                   [this](const std::filesystem::path& path) -> Result<std::string> {
                     ++reads_;
                     return texts_.at(path);
                   }};
};

TEST_F(LspCost, AnEditReadsTheEditedFileAndNoOther) {
  EXPECT_EQ(check(paths_[0]).findings.size(), 1U);
  EXPECT_GT(reads_, 0);
  for (int edit = 1; edit <= 5; ++edit) {
    const std::string body = fmt::format("    x = {}\n", edit);
    EXPECT_LE(reads_after(paths_[0], module(0, body), paths_[0]), 1) << "the file itself";
  }
}

TEST_F(LspCost, AnEditOfACalleeReadsThatOne) {
  EXPECT_EQ(check(paths_[0]).findings.size(), 1U);
  // For its outline, and to summarise it.
  EXPECT_LE(reads_after(paths_[1], module(1, "    x = 1\n"), paths_[0]), 2);
}

// A renamed function is another project: everything may be asked again, and is right.
TEST_F(LspCost, AnotherOutlineForgetsWhatRestedOnIt) {
  check(paths_[0]);
  std::string renamed = module(1, "");
  renamed.replace(renamed.find("def evaluate"), 12, "def measures");
  reads_after(paths_[1], renamed, paths_[0]);
  const FileIndex file = project_.file_of(paths_[0]);
  EXPECT_FALSE(project_.resolve(file, "package.m1.evaluate"));
  EXPECT_TRUE(project_.resolve(file, "package.m1.measures"));
}

}  // namespace
}  // namespace mlfix::lsp_cost_test
