// What a team with old findings needs, run as a user runs it: findings that are
// recognised again, baselines, changed lines, suppressions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::adoption_test {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;
using ::testing::StartsWith;

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

  void make_repository() const { ASSERT_EQ(shell("git init -q -b main .").status, 0); }

  void commit_all() const {
    const ProcessResult result =
        shell("git add -A && git -c user.name=n -c user.email=n@example.org commit -q -m change");
    ASSERT_EQ(result.status, 0) << result.err;
  }

  // What `mlfix --format concise` says, without the messages.
  std::vector<std::string> places(std::vector<std::string> arguments,
                                  const fs::path& folder = ".") const {
    arguments.insert(arguments.begin(), {"--format", "concise"});
    const ProcessResult result = mlfix(std::move(arguments), folder);
    EXPECT_LE(result.status, 1) << result.err;
    std::vector<std::string> all;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) {
      all.push_back(line.substr(0, line.find(": ", line.find(": ") + 1)));
    }
    return all;
  }

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

// ---- Baseline ----

TEST_F(AdoptionTest, ABaselineLeavesOldFindingsOut) {
  folder_.write("a.py", kLeaky);
  folder_.write("b.ipynb", notebook({std::string(kLeaky)}));
  const ProcessResult written = mlfix({"--baseline", "base.json", "--write-baseline"});
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_THAT(written.err, HasSubstr("base.json: 2 findings"));
  const ProcessResult result = mlfix({"--baseline", "base.json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "No findings in 2 files; 2 in the baseline.\n");
  EXPECT_EQ(mlfix({}).status, 1);
}

TEST_F(AdoptionTest, ABaselineHoldsWhenLinesMoveAndCountsWhatIsNew) {
  folder_.write("a.py", kLeaky);
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline"}).status, 0);
  std::string moved = "import os\nimport sys\n" + std::string(kLeaky);
  moved.replace(moved.find("for x, y in loader:"), 19, "for (x, y) in loader:");
  folder_.write("a.py", moved);
  EXPECT_THAT(places({"--baseline", "base.json"}), ElementsAre("a.py:10:5: no-grad-eval"))
      << "another statement is another finding";
  folder_.write("a.py", "import os\n\n\n" + std::string(kLeaky));
  EXPECT_EQ(mlfix({"--baseline", "base.json"}).status, 0);
}

TEST_F(AdoptionTest, ABaselineIsSortedOneEntryALine) {
  folder_.write("z.py", kLeaky);
  folder_.write("a.py", kLeaky);
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline", "-j1"}).status, 0);
  const std::string text = bytes("base.json");
  EXPECT_THAT(text, StartsWith("{\n  \"version\": 1,\n  \"findings\": [\n    {\"path\":\"a.py\","
                               "\"rule\":\"no-grad-eval\",\"scope\":\"evaluate\","
                               "\"statement\":\"for x,y in loader:\",\"fingerprint\":\""));
  EXPECT_THAT(text, HasSubstr("\"},\n    {\"path\":\"z.py\""));
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline", "-j4"}).status, 0);
  EXPECT_EQ(bytes("base.json"), text);
}

TEST_F(AdoptionTest, WhatIsGoneFromTheBaselineIsNamedAndDropped) {
  folder_.write("a.py", kLeaky);
  folder_.write("b.py", kLeaky);
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline"}).status, 0);
  ASSERT_EQ(mlfix({"--write", "a.py"}).status, 0);
  const ProcessResult result = mlfix({"--baseline", "base.json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("base.json: 1 finding is no longer there"),
                                HasSubstr("  a.py: no-grad-eval: for x,y in loader:")));
  EXPECT_THAT(mlfix({"--baseline", "base.json", "b.py"}).err, IsEmpty())
      << "a.py was not asked for";
  EXPECT_THAT(mlfix({"--baseline", "base.json", "--select", "loop"}).err, IsEmpty());
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline"}).status, 0);
  EXPECT_THAT(bytes("base.json"), AllOf(Not(HasSubstr("a.py")), HasSubstr("b.py")));
}

TEST_F(AdoptionTest, RewritingAPartOfTheBaselineKeepsTheRest) {
  folder_.write("a.py", kLeaky);
  folder_.write("sub/b.py", kLeaky);
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline"}).status, 0);
  const std::string all = bytes("base.json");
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline", "a.py"}).status, 0);
  EXPECT_EQ(bytes("base.json"), all);
  folder_.write("sub/b.py", "import torch\nmodel.eval()\nfor x in:\n");
  EXPECT_EQ(mlfix({"--baseline", "base.json", "--write-baseline"}).status, 2);
  EXPECT_EQ(bytes("base.json"), all) << "a file that can't be analysed is not known to be clean";
}

TEST_F(AdoptionTest, OldFindingsAreNotFixed) {
  folder_.write("a.py", kLeaky);
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline"}).status, 0);
  EXPECT_EQ(mlfix({"--baseline", "base.json", "--write"}).status, 0);
  EXPECT_EQ(bytes("a.py"), kLeaky);
  EXPECT_EQ(mlfix({"--baseline", "base.json", "--diff"}).out, "");
  folder_.write("mlfix.yaml", "baseline: base.json\n");
  EXPECT_EQ(mlfix({}).status, 0);
  EXPECT_EQ(mlfix({"--no-baseline", "--write"}).status, 0);
  EXPECT_NE(bytes("a.py"), kLeaky);
}

TEST_F(AdoptionTest, ABaselineThatCannotBeReadIsAnError) {
  folder_.write("a.py", kLeaky);
  EXPECT_THAT(mlfix({"--baseline", "no.json"}).err, HasSubstr("make it with --write-baseline"));
  folder_.write("base.json", "{\n  \"version\": 1,\n<<<<<<< ours\n");
  const ProcessResult merge = mlfix({"--baseline", "base.json"});
  EXPECT_EQ(merge.status, 2);
  EXPECT_THAT(merge.err, HasSubstr("base.json:3: has unresolved merge conflicts"));
  folder_.write("base.json", "{\"version\": 2, \"findings\": []}");
  EXPECT_THAT(mlfix({"--baseline", "base.json"}).err, HasSubstr("version 2"));
  folder_.write("base.json", "{\"version\": 1, \"findings\": [3]}");
  EXPECT_THAT(mlfix({"--baseline", "base.json"}).err, HasSubstr("entry 1 lacks"));
  EXPECT_THAT(mlfix({"--write-baseline"}).err, HasSubstr("add --baseline FILE"));
  EXPECT_THAT(mlfix({"--write-baseline", "--baseline", "b", "--write"}).err,
              HasSubstr("nothing else"));
}

// ---- Changed lines ----

TEST_F(AdoptionTest, OnlyChangedLinesCountAgainstARevision) {
  make_repository();
  folder_.write("old.py", kLeaky);
  folder_.write("src/old.py", kLeaky);
  commit_all();
  ASSERT_EQ(shell("git checkout -q -b topic").status, 0);
  folder_.write("src/new.py", kLeaky);
  std::string edited(kLeaky);
  edited.replace(edited.find("        out = model(x)"), 22, "        out = model(x.float())");
  folder_.write("src/old.py", edited);
  const auto expected = ElementsAre("src/new.py:8:5: no-grad-eval", "src/old.py:8:5: no-grad-eval");
  EXPECT_THAT(places({"--diff-base", "main"}), expected) << "untracked and modified";
  commit_all();
  EXPECT_THAT(places({"--diff-base", "main"}), expected) << "committed";
  EXPECT_THAT(places({"--diff-base", "main", "."}, "src"),
              ElementsAre("new.py:8:5: no-grad-eval", "old.py:8:5: no-grad-eval"));
  EXPECT_THAT(places({"--diff-base", "HEAD"}), IsEmpty());
  EXPECT_EQ(places({}).size(), 3u);
}

TEST_F(AdoptionTest, WhatOthersDidOnTheBaseBranchDoesNotCount) {
  make_repository();
  folder_.write("a.py", "x = 1\n");
  commit_all();
  ASSERT_EQ(shell("git checkout -q -b topic").status, 0);
  folder_.write("b.py", "y = 1\n");
  commit_all();
  ASSERT_EQ(shell("git checkout -q main").status, 0);
  folder_.write("a.py", kLeaky);
  commit_all();
  ASSERT_EQ(shell("git checkout -q topic && git merge -q --no-edit main 2>&1 || "
                  "git -c user.name=n -c user.email=n@example.org merge -q --no-edit main")
                .status,
            0);
  EXPECT_THAT(places({"--diff-base", "main"}), IsEmpty());
}

TEST_F(AdoptionTest, RenamesAreFollowed) {
  make_repository();
  folder_.write("a b.py", kLeaky);
  commit_all();
  ASSERT_EQ(shell("mkdir sub && git mv 'a b.py' 'sub/\xC3\xA4 \"b\".py'").status, 0);
  EXPECT_THAT(places({"--diff-base", "HEAD"}), IsEmpty());
  EXPECT_THAT(places({"--staged"}), IsEmpty());
  folder_.write("sub/\xC3\xA4 \"b\".py", "import os\n" + std::string(kLeaky));
  EXPECT_THAT(places({"--diff-base", "HEAD"}), IsEmpty()) << "the new line has no finding";
  std::string edited(kLeaky);
  edited.replace(edited.find("in loader:"), 10, "in iter(loader):");
  folder_.write("sub/\xC3\xA4 \"b\".py", edited);
  EXPECT_EQ(places({"--diff-base", "HEAD"}).size(), 1u);
}

TEST_F(AdoptionTest, SettingsOfGitDoNotMatter) {
  make_repository();
  folder_.write("a.py", kLeaky);
  folder_.write(".gitattributes", "*.py binary\n");
  commit_all();
  ASSERT_EQ(shell("git config diff.noprefix true; git config color.ui always; "
                  "git config diff.external false; git config diff.context 9; "
                  "git config diff.interHunkContext 9; git config diff.relative true")
                .status,
            0);
  std::string edited(kLeaky);
  edited.replace(edited.find("import torch\n"), 13, "import torch\nimport os\n");
  folder_.write("a.py", edited + "\n\nx = 1\n");
  EXPECT_THAT(places({"--diff-base", "HEAD"}), IsEmpty());
  edited.replace(edited.find("in loader:"), 10, "in iter(loader):");
  folder_.write("a.py", edited);
  EXPECT_EQ(places({"--diff-base", "HEAD"}).size(), 1u);
}

TEST_F(AdoptionTest, OnlyFindingsOnChangedLinesAreFixed) {
  make_repository();
  folder_.write("a.py", kLeaky);
  commit_all();
  std::string second(kLeaky);
  second.replace(second.find("def evaluate"), 12, "def validate");
  folder_.write("a.py", std::string(kLeaky) + "\n\n" + second.substr(second.find("def ")));
  EXPECT_EQ(mlfix({"--diff-base", "HEAD", "--write"}).status, 0);
  EXPECT_THAT(bytes("a.py"),
              AllOf(HasSubstr("\n\n\ndef evaluate"), HasSubstr("@torch.no_grad()\ndef validate")));
}

TEST_F(AdoptionTest, ChangedLinesOfANotebookAreThoseOfItsCells) {
  make_repository();
  json document = json::parse(notebook({std::string(kLeaky), "x = 1\n"}));
  for (json& cell : document["cells"]) {
    json lines = json::array();
    std::istringstream source(cell["source"].get<std::string>());
    for (std::string line; std::getline(source, line);) lines.push_back(line + "\n");
    cell["source"] = lines;
  }
  folder_.write("a.ipynb", document.dump(1));
  commit_all();
  document["cells"][0]["execution_count"] = 7;
  document["cells"][1]["source"].push_back("y = 2");
  folder_.write("a.ipynb", document.dump(1));
  EXPECT_THAT(places({"--diff-base", "HEAD"}), IsEmpty());
  document["cells"][0]["source"][8] = "        out = model(x.float())\n";
  folder_.write("a.ipynb", document.dump(1));
  EXPECT_EQ(places({"--diff-base", "HEAD"}).size(), 1u);
}

TEST_F(AdoptionTest, ARevisionThatCannotBeComparedIsAnError) {
  folder_.write("a.py", kLeaky);
  ProcessResult result = mlfix({"--diff-base", "main"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("is in no git work tree"));
  make_repository();
  commit_all();
  result = mlfix({"--diff-base", "nowhere"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("\"nowhere\" names no commit of this clone (fetch it"));
  EXPECT_THAT(mlfix({"--diff-base=--output=x"}).err, HasSubstr("names no commit"));
  ASSERT_EQ(shell("git checkout -q --orphan other").status, 0);
  folder_.write("b.py", "x = 1\n");
  commit_all();
  EXPECT_THAT(mlfix({"--diff-base", "main"}).err, HasSubstr("no commit in common"));
  EXPECT_EQ(mlfix({"--diff-base", "main", "--staged"}).status, 2);
}

TEST_F(AdoptionTest, WhatIsStagedIsWhatIsJudged) {
  make_repository();
  folder_.write("a.py", "x = 1\n");
  EXPECT_THAT(places({"--staged"}), IsEmpty());
  folder_.write("a.py", kLeaky);
  ASSERT_EQ(shell("git add a.py").status, 0);
  EXPECT_THAT(places({"--staged"}), ElementsAre("a.py:8:5: no-grad-eval")) << "no commit yet";
  // Fixed in the file, and not in what will be committed.
  ASSERT_EQ(mlfix({"--write", "a.py"}).status, 0);
  const std::string fixed = bytes("a.py");
  EXPECT_THAT(places({"--staged"}), ElementsAre("a.py:8:5: no-grad-eval"));
  const ProcessResult refused = mlfix({"--staged", "--write"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("a.py: is staged in part, so its fixes are not written"));
  EXPECT_EQ(bytes("a.py"), fixed);
  EXPECT_EQ(shell("\"$MLFIX\" --staged --diff | git apply --cached && git diff --exit-code").status,
            0);
  EXPECT_THAT(places({"--staged"}), IsEmpty());
}

TEST_F(AdoptionTest, FixesOfWhatIsStagedMustBeStaged) {
  make_repository();
  folder_.write("a.py", kLeaky);
  ASSERT_EQ(shell("git add a.py").status, 0);
  const ProcessResult fixed = mlfix({"--staged", "--write"});
  EXPECT_EQ(fixed.status, 0) << fixed.err;
  EXPECT_THAT(fixed.out, HasSubstr("not staged yet: add them with `git add`"));
  ASSERT_EQ(shell("git add a.py").status, 0);
  EXPECT_THAT(places({"--staged"}), IsEmpty());
}

TEST_F(AdoptionTest, AHookSeesTheIndexThatGitMadeForTheCommit) {
  make_repository();
  folder_.write("a.py", "x = 1\n");
  commit_all();
  folder_.write(".git/hooks/pre-commit", "#!/bin/sh\nexec \"$MLFIX\" --staged --format concise\n");
  folder_.write("a.py", kLeaky);
  const std::string commit = "git -c user.name=n -c user.email=n@example.org commit -q -m c ";
  const ProcessResult refused = shell("chmod +x .git/hooks/pre-commit && " + commit + "a.py");
  EXPECT_EQ(refused.status, 1) << refused.err;
  EXPECT_THAT(refused.out + refused.err, HasSubstr("a.py:8:5: no-grad-eval"));
}

// ---- Comments that silence ----

TEST_F(AdoptionTest, AddsCommentsWithAReason) {
  folder_.write("a.py", kLeaky);
  const ProcessResult shown = mlfix({"--add-ignore", "--reason", "before 2.0", "--diff"});
  EXPECT_THAT(shown.out, HasSubstr("+    # mlfix: ignore[no-grad-eval] -- before 2.0\n"));
  EXPECT_THAT(shown.err, HasSubstr("1 finding in 1 file (1 checked); 1 in the patch."));
  EXPECT_EQ(bytes("a.py"), kLeaky);
  const ProcessResult result =
      mlfix({"--add-ignore", "--reason", "before 2.0", "--until", "2999-01-31"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("silenced a.py:8:5: no-grad-eval: "),
                                HasSubstr("Silenced 1 of 1 finding in 1 file.")));
  EXPECT_THAT(bytes("a.py"),
              HasSubstr("    # mlfix: ignore[no-grad-eval] until 2999-01-31 -- before 2.0\n"
                        "    for x, y in loader:\n"));
  EXPECT_EQ(mlfix({}).status, 0);
  const std::string silenced = bytes("a.py");
  EXPECT_EQ(mlfix({"--add-ignore"}).status, 0);
  EXPECT_EQ(bytes("a.py"), silenced) << "once is enough";
}

TEST_F(AdoptionTest, AddsCommentsInNotebooks) {
  folder_.write("a.ipynb", notebook({"%%time\n" + std::string(kLeaky)}));
  EXPECT_EQ(mlfix({"--add-ignore", "--reason", "later"}).status, 0);
  EXPECT_THAT(bytes("a.ipynb"), HasSubstr("\\n    # mlfix: ignore[no-grad-eval] -- later\\n"));
  EXPECT_EQ(mlfix({}).status, 0);
}

TEST_F(AdoptionTest, AddsCommentsForNewFindingsOnly) {
  folder_.write("a.py", kLeaky);
  ASSERT_EQ(mlfix({"--baseline", "base.json", "--write-baseline"}).status, 0);
  folder_.write("b.py", kLeaky);
  EXPECT_EQ(mlfix({"--baseline", "base.json", "--add-ignore"}).status, 0);
  EXPECT_EQ(bytes("a.py"), kLeaky);
  EXPECT_THAT(bytes("b.py"), HasSubstr("# mlfix: ignore[no-grad-eval]\n"));
}

TEST_F(AdoptionTest, ACommentEndsOnItsDay) {
  std::string text(kLeaky);
  text.replace(text.find("in loader:"), 10,
               "in loader:  # mlfix: ignore[no-grad-eval] until 2001-09-09 -- soon");
  folder_.write("a.py", text);
  EXPECT_EQ(shell("SOURCE_DATE_EPOCH=1000000000 \"$MLFIX\" a.py").status, 0) << "2001-09-09";
  const ProcessResult later =
      shell("SOURCE_DATE_EPOCH=1000080000 \"$MLFIX\" --format concise a.py");
  EXPECT_EQ(later.status, 1);
  EXPECT_THAT(later.out, AllOf(HasSubstr("a.py:8:5: no-grad-eval"),
                               HasSubstr("a.py:8:26: expired-ignore: this comment was to silence "
                                         "until 2001-09-09, which has passed [safe fix]")));
  EXPECT_EQ(shell("SOURCE_DATE_EPOCH=1000080000 \"$MLFIX\" --remove-unused-ignores a.py").status,
            0);
  EXPECT_EQ(bytes("a.py"), kLeaky);
}

TEST_F(AdoptionTest, RemovesCommentsThatSilenceNothing) {
  folder_.write("a.py", "x = 1  # mlfix: ignore[no-grad-eval]\n# mlfix: ignore\ny = 2  # why\n");
  EXPECT_THAT(places({}), ElementsAre("a.py:1:8: unused-ignore", "a.py:2:1: unused-ignore"));
  EXPECT_THAT(places({"--select", "loop,unused-ignore"}), IsEmpty()) << "those rules did not run";
  EXPECT_THAT(places({"--ignore", "unused-ignore"}), IsEmpty());
  EXPECT_EQ(mlfix({"--write"}).status, 0);
  EXPECT_EQ(bytes("a.py"), "x = 1\ny = 2  # why\n");
}

TEST_F(AdoptionTest, RemovesCommentsAndFixesNothingElse) {
  folder_.write("a.py", std::string(kLeaky) + "x = 1  # noqa  # mlfix: ignore[no-grad-eval]\n");
  EXPECT_EQ(mlfix({"--remove-unused-ignores"}).status, 0);
  EXPECT_EQ(bytes("a.py"), std::string(kLeaky) + "x = 1  # noqa\n");
  folder_.write("a.ipynb", notebook({"# mlfix: ignore[no-grad-eval]", "x = 1"}));
  EXPECT_EQ(mlfix({"--remove-unused-ignores", "a.ipynb"}).status, 0);
  EXPECT_EQ(json::parse(bytes("a.ipynb"))["cells"][0]["source"], "");
}

TEST_F(AdoptionTest, WrongUsesAreExplained) {
  const auto error = [&](std::vector<std::string> arguments) {
    const ProcessResult result = mlfix(std::move(arguments));
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_THAT(error({"--reason", "x"}), HasSubstr("need --add-ignore"));
  EXPECT_THAT(error({"--add-ignore", "--reason", "a\nb"}), HasSubstr("one line"));
  EXPECT_THAT(error({"--add-ignore", "--reason", "a # b"}), HasSubstr("one line"));
  EXPECT_THAT(error({"--add-ignore", "--until", "2027-02-30"}), HasSubstr("must be a date"));
  EXPECT_THAT(error({"--add-ignore", "--until", "2001-01-01"}), HasSubstr("has passed"));
  EXPECT_THAT(error({"--add-ignore", "--remove-unused-ignores"}), HasSubstr("exclude"));
}

}  // namespace
}  // namespace mlfix::adoption_test
