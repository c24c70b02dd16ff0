// Runs over folders: testdata/<group>/<stem>/NN_slug.before/ is a project of
// several files, on which the rule of that stem finds what the files expect.
//
// Moreover the findings do not depend on the order of the files, nor on what
// other threads ask at the same time, and a second run changes nothing.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include "engine/file_pipeline.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "support/golden.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"
#include "text/line_table.h"

namespace mlfix::project_test {
namespace {

namespace fs = std::filesystem;
using testing::Expectation;
using testing::folder_places;
using testing::FolderPlace;
using testing::Level;
using testing::Shipped;
using testing::sources_below;

std::vector<std::string> findings_of(const FileResult& result, const std::string& text) {
  const LineTable lines(text);
  std::vector<std::string> found;
  for (const FileFinding& f : result.findings) {
    const std::string_view level = !f.finding.fix ? "report"
                                   : f.finding.fix->applicability() == Applicability::Safe
                                       ? "safe"
                                       : "unsafe";
    found.push_back(fmt::format("{}:{}[{}]", lines.line_at(f.finding.range.begin),
                                Shipped::get().registry().rules()[f.finding.rule].name, level));
  }
  return found;
}

using Findings = std::map<fs::path, std::vector<std::string>>;

// Everything that the rules find, with `threads` asking one project.
Findings run_all(std::vector<fs::path> files, unsigned seed, unsigned threads,
                 PipelineOptions options, std::map<fs::path, std::string>* outputs = nullptr) {
  std::shuffle(files.begin(), files.end(), std::mt19937(seed));
  const Project project(files, Shipped::get().knowledge());
  options.project = &project;
  std::vector<std::vector<std::string>> found(files.size());
  std::vector<std::string> texts(files.size());
  const auto work = [&](unsigned first) {
    FilePipeline pipeline(Shipped::get().registry(), Shipped::get().knowledge(), options);
    for (std::size_t i = first; i < files.size(); i += threads) {
      const auto source = read_source_file(files[i]);
      if (!source) continue;
      const FileResult result = pipeline.run(*source);
      found[i] = findings_of(result, source->text);
      texts[i] = result.changed ? result.fixed_text : source->text;
    }
  };
  std::vector<std::thread> running;
  for (unsigned t = 0; t < threads; ++t) running.emplace_back(work, t);
  for (std::thread& thread : running) thread.join();
  Findings all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    all[files[i]] = found[i];
    if (outputs != nullptr) (*outputs)[files[i]] = texts[i];
  }
  return all;
}

class FolderTest : public ::testing::TestWithParam<FolderPlace> {
 protected:
  PipelineOptions options() const {
    const FolderPlace& place = GetParam();
    return Shipped::get().options_of_case(Level::Safe, place.stem, place.slug, "");
  }
};

const ProjectCode& code_of(const Project& project) {
  return *ProjectPlace(project, kNoFile).code;
}

TEST_P(FolderTest, FindsWhatIsExpected) {
  ASSERT_TRUE(Shipped::get().registry().find(rule_name_of_stem(GetParam().stem)));
  std::map<fs::path, std::string> outputs;
  const std::vector<fs::path> files = sources_below(GetParam().before);
  const Findings found = run_all(files, 1, 1, options(), &outputs);
  for (const auto& [path, findings] : found) {
    std::vector<std::string> expected;
    for (const Expectation& e : testing::expectations_in(testing::read_bytes(path))) {
      ASSERT_FALSE(e.level.empty()) << path << ": say the level, which other files may decide";
      expected.push_back(fmt::format("{}:{}[{}]", e.line, e.rule, e.level));
    }
    EXPECT_EQ(findings, expected) << path;
  }
}

TEST_P(FolderTest, ASecondRunChangesNothing) {
  std::map<fs::path, std::string> outputs;
  run_all(sources_below(GetParam().before), 1, 1, options(), &outputs);
  const testing::TemporaryFolder folder;
  std::vector<fs::path> files;
  for (const auto& [path, text] : outputs) {
    const fs::path name = path.lexically_relative(GetParam().before);
    fs::create_directories((folder.path() / name).parent_path());
    folder.write(name.string(), text);
    files.push_back(folder.path() / name);
  }
  std::map<fs::path, std::string> again;
  run_all(files, 1, 1, options(), &again);
  for (const auto& [path, text] : again) EXPECT_EQ(text, testing::read_bytes(path)) << path;
}

INSTANTIATE_TEST_SUITE_P(Cases, FolderTest, ::testing::ValuesIn(folder_places()),
                         [](const auto& one) { return one.param.name(); });

TEST(Project, FindingsDoNotDependOnOrderOrThreads) {
  const fs::path root = fs::path(MLFIX_SOURCE_DIR) / "testdata";
  for (const FolderPlace& c : folder_places()) {
    const std::vector<fs::path> files = sources_below(c.before);
    const PipelineOptions options = Shipped::get().options(Level::Unsafe, std::nullopt);
    const Findings first = run_all(files, 0, 1, options);
    for (const unsigned seed : {1u, 2u, 3u}) {
      EXPECT_EQ(run_all(files, seed, 4, options), first) << c.name();
    }
  }
  const std::vector<fs::path> demo = sources_below(root / "demo");
  const PipelineOptions options = Shipped::get().options(Level::Unsafe, std::nullopt);
  EXPECT_EQ(run_all(demo, 7, 4, options), run_all(demo, 0, 1, options));
}

std::shared_ptr<const ParsedText> parsed(std::string text) {
  Parser parser;
  return std::make_shared<ParsedText>(std::move(text), parser);
}

TEST(Project, KeepsTheTextsThatWereUsedLast) {
  const Project project({"a.py", "b.py", "c.py", "d.py"}, Shipped::get().knowledge());
  const std::string large = "#" + std::string(40u << 20, ' ');
  EXPECT_EQ(project.parsed_text(0), nullptr);
  project.keep(0, parsed(large));
  project.keep(1, parsed(large));
  EXPECT_NE(project.parsed_text(0), nullptr);  // so that it is the younger one
  project.keep(2, parsed(large));
  EXPECT_NE(project.parsed_text(0), nullptr);
  EXPECT_EQ(project.parsed_text(1), nullptr);
  EXPECT_NE(project.parsed_text(2), nullptr);
}

// A text that differs from the file, as one that is staged in part, is nobody else's.
TEST(Project, AnalysisLeavesOnlyWhatIsOnDisk) {
  const testing::TemporaryFolder folder;
  folder.write("a.py", "import torch\n\n\ndef f(x):\n    return x\n");
  folder.write("b.py", "import a\n");
  const std::vector<fs::path> files{folder.path() / "a.py", folder.path() / "b.py"};
  const Project project(files, Shipped::get().knowledge());
  PipelineOptions options = Shipped::get().options(Level::Safe, std::nullopt);
  options.project = &project;
  FilePipeline pipeline(Shipped::get().registry(), Shipped::get().knowledge(), options);
  const FileIndex index = project.file_of(files.front());

  const auto staged = make_source_file(files.front(), "import torch\n\nx = torch.ones(3)\n");
  ASSERT_TRUE(staged);
  EXPECT_TRUE(pipeline.run(*staged).analysed);
  EXPECT_EQ(project.parsed_text(index), nullptr);

  const auto read = read_source_file(files.front());
  ASSERT_TRUE(read);
  EXPECT_TRUE(pipeline.run(*read).analysed);
  ASSERT_NE(project.parsed_text(index), nullptr);
  EXPECT_EQ(project.parsed_text(index)->text, read->text);
}

// What another file that is no Python seems to do is nobody's fact.
TEST(Project, KnowsNothingOfAFunctionInAFileThatIsNoProgram) {
  const std::string good = "def f(x):\n    return x.detach()\n";
  for (const std::string& text : {good, good + "y = z: int\n"}) {
    const testing::TemporaryFolder folder;
    folder.write("a.py", text);
    folder.write("b.py", "from a import f\n");
    const std::vector<fs::path> files{folder.path() / "a.py", folder.path() / "b.py"};
    const Project project(files, Shipped::get().knowledge());
    const ProjectEntity f = project.lookup(project.file_of(files.back()), "f");
    ASSERT_TRUE(f);
    EXPECT_EQ(code_of(project).summary(f).known, text == good);
  }
}

// Comments and definitions are no mentions, strings are.
TEST(Project, KnowsWhichNamesNobodyMentions) {
  const testing::TemporaryFolder folder;
  folder.write("score.py",
               "def called(): pass\ndef named(): pass\ndef alone(): pass\n"
               "def copied(): pass\n# alone() was of use once\n");
  folder.write("01_run.py",
               "import score\nscore.called()\nrun('named')\n\"\"\"\n# a text\n\"\"\"\n"
               "def unused(): pass\nif __name__ == '__main__': pass\n");
  folder.write("other.py", "def copied(): pass\ncopied()\nunused()\n");
  const auto at = [&](const char* name) { return folder.path() / name; };
  const Project project({at("score.py"), at("01_run.py"), at("other.py")},
                        Shipped::get().knowledge());
  const FileIndex score = project.file_of(at("score.py"));
  EXPECT_TRUE(code_of(project).may_be_used(score, "called"));
  EXPECT_TRUE(code_of(project).may_be_used(score, "named"));
  EXPECT_FALSE(code_of(project).may_be_used(score, "alone"));
  EXPECT_FALSE(code_of(project).may_be_used(score, "copied"));  // another file has its own
  EXPECT_FALSE(code_of(project).may_be_used(project.file_of(at("01_run.py")), "unused"));
  EXPECT_TRUE(
      code_of(project).may_be_used(project.file_of(at("other.py")), "x"));  // nobody imports it

  const Project alone({at("score.py")}, Shipped::get().knowledge());
  EXPECT_TRUE(code_of(alone).may_be_used(alone.file_of(at("score.py")), "alone"));
}

// Beside an installed package nobody sees who uses it; beside scripts that import it one does.
TEST(Project, TakesAPackageToBeUsedByOthersUnlessScriptsLieBesideIt) {
  for (const char* beside : {"setup.py", "train.py"}) {
    const testing::TemporaryFolder folder;
    folder.write("lib/__init__.py", "");
    folder.write("lib/a.py", "def alone(): pass\n");
    folder.write("lib/b.py", "from lib import a\n");
    folder.write(beside, "from lib import b\n");
    const Project project({folder.path() / "lib/__init__.py", folder.path() / "lib/a.py",
                           folder.path() / "lib/b.py", folder.path() / beside},
                          Shipped::get().knowledge());
    const FileIndex file = project.file_of(folder.path() / "lib/a.py");
    EXPECT_EQ(code_of(project).may_be_used(file, "alone"), std::string(beside) == "setup.py");
  }
}

// Few star imports are gone through, many are looked up.
TEST(Project, FindsNamesBehindAnyNumberOfStarImports) {
  for (const int count : {3, 30}) {
    const testing::TemporaryFolder folder;
    std::vector<fs::path> files;
    const auto write = [&](const std::string& name, const std::string& text) {
      folder.write(name, text);
      files.push_back(folder.path() / name);
    };
    std::string stars;
    for (int i = 0; i < count; ++i) {
      write(fmt::format("m{}.py", i),
            fmt::format("def f{}(): pass\ndef _hidden(): pass\ndef twice(): pass\n", i));
      stars += fmt::format("from m{} import *\n", i);
    }
    write("inner.py", "def deep(): pass\n");
    write("outer.py", "from inner import *\n");
    write("main.py", stars + "from outer import *\n");
    const Project project(files, Shipped::get().knowledge());
    const FileIndex main = project.file_of(files.back());
    for (int i = 0; i < count; ++i) {
      const ProjectEntity found = project.lookup(main, fmt::format("f{}", i));
      EXPECT_EQ(found.file, project.file_of(folder.path() / fmt::format("m{}.py", i)));
    }
    EXPECT_EQ(project.lookup(main, "deep").file, project.file_of(folder.path() / "inner.py"));
    EXPECT_FALSE(project.lookup(main, "twice"));
    EXPECT_FALSE(project.lookup(main, "_hidden"));
    EXPECT_FALSE(project.lookup(main, "nobody"));
  }
}

TEST(Project, KeepsTheFirstOfTwoTexts) {
  const Project project({"a.py", "b.py"}, Shipped::get().knowledge());
  project.keep(0, parsed("first"));
  project.keep(0, parsed("second"));
  EXPECT_EQ(project.parsed_text(0)->text, "first");
}

}  // namespace
}  // namespace mlfix::project_test
