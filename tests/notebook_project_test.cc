// What a notebook knows of the other files of its run, and what they know of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "notebook/cell_texts.h"
#include "notebook/notebook.h"
#include "semantic/project/project.h"
#include "semantic/project/project_code.h"
#include "support/process.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"

namespace mlfix::notebook_project_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

// Each part between two blank lines is a cell.
std::string notebook_of(std::string_view code) {
  Json cells = Json::array();
  while (!code.empty()) {
    const std::size_t gap = code.find("\n\n\n");
    cells.push_back({{"cell_type", "code"},
                     {"metadata", Json::object()},
                     {"outputs", Json::array()},
                     {"execution_count", nullptr},
                     {"source", std::string(code.substr(0, gap))}});
    code.remove_prefix(gap == code.npos ? code.size() : gap + 3);
  }
  const Json notebook{{"cells", std::move(cells)},
                      {"metadata", Json::object()},
                      {"nbformat", 4},
                      {"nbformat_minor", 2}};
  return notebook.dump(1);
}

// A loop that evaluates by means of a helper in another file.
constexpr std::string_view kScores = R"(import torch
from torch import nn
from helper import predict


model = nn.Linear(4, 2)
model.eval()
hits = 0
for x, y in loader:
    hits += (predict(model, x).argmax(1) == y).sum().item()
print(hits)
)";
constexpr std::string_view kPredicts = "def predict(model, x):\n    return model(x)\n";
constexpr std::string_view kPredictsSparingly =
    "import torch\n\n\ndef predict(model, x):\n    with torch.no_grad():\n        return "
    "model(x)\n";

// A function that another file calls.
constexpr std::string_view kReports = R"(import torch
from torch import nn
from helper import replace


model = nn.Linear(4, 2)
inputs = torch.ones(1, 4)


def report(model, name):
    logits = model(inputs)
    print(logits.abs().mean())
    return False


replace(model, report)
)";
constexpr std::string_view kReplaces =
    "import torch\n\n\n@torch.no_grad()\ndef replace(model, callback):\n"
    "    for layer in model.layers:\n        callback(model, layer)\n";

// Losses that another file adds up.
constexpr std::string_view kTrains = R"(import torch
from torch import nn
from helper import Meter


model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
meter = Meter()


for x, y in loader:
    optimizer.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    meter.update(loss)
print(float(meter.total))
)";
constexpr std::string_view kMeter =
    "class Meter:\n    def __init__(self):\n        self.total = 0\n\n"
    "    def update(self, value):\n        self.total += value\n";
constexpr std::string_view kCarefulMeter =
    "class Meter:\n    def __init__(self):\n        self.total = 0\n\n"
    "    def update(self, value):\n        self.total += value.item()\n";

class NotebookInProject : public ::testing::Test {
 protected:
  testing::ProcessResult mlfix(Words arguments) const {
    testing::ProcessOptions options;
    options.folder = folder_.path();
    return testing::run_mlfix(std::move(arguments), options);
  }
  // The rules and the levels of what is found in files with that ending.
  Words found(const std::string& ending) const {
    const auto run = mlfix({"--no-config", "--no-cache", "--format", "json", "."});
    const Json report = Json::parse(run.out);
    Words all;
    for (const Json& finding : report["findings"]) {
      if (!finding["path"].get<std::string>().ends_with(ending)) continue;
      const std::string level =
          finding["fix"].is_null() ? "report" : finding["fix"]["applicability"].get<std::string>();
      all.push_back(finding["rule"].get<std::string>() + " " + level);
    }
    return all;
  }
  // What is found in the code beside that helper; the same, whether it is a script or a notebook.
  Words found_beside(std::string_view helper, std::string_view code) {
    folder_.write("helper.py", std::string(helper));
    folder_.write("run.py", std::string(code));
    const Words in_script = found("run.py");
    std::filesystem::remove(folder_.path() / "run.py");
    folder_.write("run.ipynb", notebook_of(code));
    const Words in_notebook = found("run.ipynb");
    EXPECT_EQ(in_notebook, in_script);
    return in_notebook;
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(NotebookInProject, SeesWhatAHelperDoes) {
  EXPECT_THAT(found_beside(kPredicts, kScores), ElementsAre("no-grad-eval safe"));
  EXPECT_THAT(found_beside(kPredictsSparingly, kScores), IsEmpty());
}

TEST_F(NotebookInProject, SeesHowItsFunctionIsCalled) {
  EXPECT_THAT(found_beside(kReplaces, kReports), IsEmpty());
}

TEST_F(NotebookInProject, SeesWhatAnObjectKeeps) {
  EXPECT_THAT(found_beside(kMeter, kTrains), ElementsAre("detach-accumulated-loss safe"));
  EXPECT_THAT(found_beside(kCarefulMeter, kTrains), IsEmpty());
}

TEST_F(NotebookInProject, KnowsOfNoFileWhereItIsAlone) {
  folder_.write("helper.py", std::string(kPredicts));
  folder_.write("run.ipynb", notebook_of(kScores));
  const auto run = mlfix({"--no-config", "--no-cache", "run.ipynb"});
  EXPECT_EQ(run.status, 0) << run.out;
}

// What lies beside the notebook is then not what it imports.
TEST_F(NotebookInProject, StaysApartWhereItsImportsMove) {
  for (const char* cell : {"%cd elsewhere", "cd elsewhere", "import os\nos.chdir('elsewhere')",
                           "%%writefile helper.py\ndef predict(model, x): return x",
                           "!git clone https://example.org/helper"}) {
    folder_.write("helper.py", std::string(kPredicts));
    folder_.write("run.ipynb", notebook_of(std::string(cell) + "\n\n\n" + std::string(kScores)));
    EXPECT_THAT(found("run.ipynb"), IsEmpty()) << cell;
  }
  folder_.write("run.ipynb", notebook_of("%%writefile a.txt\nx\n\n\n" + std::string(kScores)));
  EXPECT_THAT(found("run.ipynb"), SizeIs(1));
}

TEST_F(NotebookInProject, PutsNothingSafeBesideWhatItReplaces) {
  folder_.write("helper.py", std::string(kPredicts));
  folder_.write("run.ipynb",
                notebook_of("import helper\nhelper.predict = lambda model, x: model(x).detach()\n"
                            "\n\n" +
                            std::string(kScores)));
  for (const std::string& finding : found("run.ipynb")) EXPECT_THAT(finding, HasSubstr("unsafe"));
}

// A module that the helper gets from a notebook counts, through whatever it is imported.
TEST_F(NotebookInProject, GivesModulesToFunctionsOfOthers) {
  folder_.write("pkg/__init__.py", "from .helper import predict\n");
  folder_.write("pkg/helper.py", std::string(kPredicts));
  std::string script(kScores);
  script.replace(script.find("from helper"), 11, "from pkg");
  folder_.write("run.py", script);
  EXPECT_THAT(found("run.py"), ElementsAre("no-grad-eval safe"));
  folder_.write("look.ipynb", notebook_of("from pkg import predict\npredict(load(), inputs)\n"));
  EXPECT_THAT(found("run.py"), ElementsAre("no-grad-eval unsafe"));
}

TEST_F(NotebookInProject, AnEditOfWhatItAskedAboutCounts) {
  const testing::TemporaryFolder outside;
  const std::string cache = (outside.path() / "cache").string();
  folder_.write("run.ipynb", notebook_of(kScores));
  folder_.write("other.py", "import torch\n\n\ndef plain(x):\n    return x.item()\n");
  const auto compare = [&](std::string_view helper) {
    folder_.write("helper.py", std::string(helper));
    const auto warm = mlfix({"--no-config", "--cache-dir", cache, "--diff", "--verbose", "."});
    const auto cold = mlfix({"--no-config", "--no-cache", "--diff", "."});
    EXPECT_EQ(warm.out, cold.out);
    const std::size_t at = warm.err.find(" taken from the cache");
    EXPECT_NE(at, std::string::npos);
    return std::pair(warm.err.substr(warm.err.rfind(": ", at) + 2, 1), cold.out.empty());
  };
  EXPECT_EQ(compare(kPredicts), std::pair(std::string("0"), false));
  EXPECT_EQ(compare(kPredicts), std::pair(std::string("3"), false));
  EXPECT_EQ(compare(kPredictsSparingly), std::pair(std::string("1"), true));
  EXPECT_EQ(compare(kPredictsSparingly), std::pair(std::string("3"), true));
  EXPECT_EQ(compare(kPredicts).second, false);
}

// ---- the project -------------------------------------------------------------------

TEST(ProjectOfNotebooks, NobodyImportsThem) {
  const testing::TemporaryFolder folder;
  const auto a = folder.write("a.py", "import n\nimport look\n");
  const auto notebook = folder.write("look/n.ipynb", notebook_of("from a import f\n"));
  const Project project({notebook, a}, testing::Shipped::get().knowledge(), {}, {},
                        notebook_reader());
  const FileIndex file = project.file_of(notebook);
  ASSERT_NE(file, kNoFile);
  EXPECT_GT(file, project.file_of(a));
  EXPECT_FALSE(project.resolve(project.file_of(a), "n"));
  EXPECT_FALSE(project.resolve(project.file_of(a), "look"));
  EXPECT_TRUE(project.resolve(file, "a"));
  EXPECT_TRUE(project.imports_from(file, project.file_of(a)));
  EXPECT_TRUE(project.serves_notebooks(project.file_of(a)));
  EXPECT_TRUE(project.may_be_imported(file));

  const Project without({notebook, a}, testing::Shipped::get().knowledge());
  EXPECT_EQ(without.file_of(notebook), kNoFile);
}

TEST(ProjectOfNotebooks, AttributesThatTheyMentionCount) {
  const testing::TemporaryFolder folder;
  const auto a = folder.write("a.py", "class A:\n    pass\n");
  const auto b = folder.write("b.py", "import a\n");
  const auto notebook = folder.write(
      "n.ipynb", notebook_of("from a import A\nprint(net.kept)\n\n\nnet.found.backward()\n"));
  const Project project({notebook, a, b}, testing::Shipped::get().knowledge(), {}, {},
                        notebook_reader());
  const FileIndex file = project.file_of(a);
  const ProjectCode& code = *ProjectPlace(project, file).code;
  EXPECT_TRUE(code.mentions_attribute_elsewhere(file, "kept"));
  EXPECT_TRUE(code.may_differentiate_attribute(file, "found"));
  EXPECT_FALSE(code.mentions_attribute_elsewhere(file, "other"));
  const FileIndex unused = project.file_of(b);
  EXPECT_FALSE(code.mentions_attribute_elsewhere(unused, "kept"));
}

TEST(TextOfCells, IsTheSourcesAlone) {
  const std::string json =
      R"({"cells": [{"outputs": [{"text": ["a \"source\": [\"b\"]"]}], "source": ["c\n", "\"d\""]},)"
      R"( {"source": "e"}, {"input" : [] }]})";
  EXPECT_EQ(text_of_cells(json), "c\n\"d\"\ne\n\n");
}

TEST(TextOfCells, AnyTextMayBeGiven) {
  for (const char* text : {"", "\"source\"", "\"source\":", "\"source\": [", "\"source\": [\"a",
                           "\"source\": [\"a\\", "\"source\": \"\\u", "\"source\": 3"}) {
    text_of_cells(text);
  }
}

}  // namespace
}  // namespace mlfix::notebook_project_test
