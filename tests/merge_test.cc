// Runs in parts: what `mlfix merge` makes of them is, byte by byte, what one run says;
// and a part that was killed goes on where it was.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::merge_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;
using testing::RunningMlfix;
using Words = std::vector<std::string>;

constexpr int kShards = 3;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A folder that is analysed in parts.
class Parts {
 public:
  ProcessResult mlfix(Words words, ProcessOptions options = {}) const {
    options.folder = folder_.path();
    return testing::run_mlfix(std::move(words), options);
  }

  fs::path record(int number) const {
    return folder_.path() / "RUN" /
           ("shard-" + std::to_string(number) + "-of-" + std::to_string(kShards) + ".jsonl");
  }

  void run_shards(const Words& words) const {
    for (int i = 1; i <= kShards; ++i) {
      const auto shard = std::to_string(i) + "/" + std::to_string(kShards);
      const auto result = mlfix(words + Words{"--shard", shard, "--run-folder", "RUN"});
      ASSERT_TRUE(fs::exists(record(i))) << result.err;
    }
  }

  void copy(const fs::path& from, const std::string& to) const {
    fs::create_directories(folder_.path() / to);
    fs::copy(fs::path(MLFIX_SOURCE_DIR) / from, folder_.path() / to,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }

  // Several small files that leak, in a package that knows of itself.
  void write_project(int files = 12) const {
    for (int i = 0; i < files; ++i) {
      folder_.write("pkg/train_" + std::to_string(i) + ".py",
                    std::string(kLeaky) + "\n# " + std::string(40 * i, 'x') + "\n");
    }
    folder_.write("pkg/broken.py", "import torch\nmodel.eval()\nfor x in:\n    model(x)\n");
  }

  void expect_same(const ProcessResult& merged, const ProcessResult& whole) const {
    EXPECT_EQ(merged.status, whole.status);
    EXPECT_EQ(merged.out, whole.out);
    EXPECT_EQ(merged.err, whole.err);
  }

  const testing::TemporaryFolder folder_;
};

class MergeTest : public ::testing::Test, protected Parts {};

// What is in the parts does not depend on the format that they are told in.
class MergedFormat : public ::testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    parts_ = std::make_unique<Parts>();
    for (const char* group : {"loop", "retention", "demo"}) {
      parts_->copy(fs::path("testdata") / group, group);
    }
    parts_->run_shards({});
  }
  static void TearDownTestSuite() { parts_.reset(); }

  static const Parts& parts() { return *parts_; }

 private:
  static std::unique_ptr<Parts> parts_;
};

std::unique_ptr<Parts> MergedFormat::parts_;

TEST_P(MergedFormat, IsThatOfOneRun) {
  const auto whole = parts().mlfix({"--format", GetParam()});
  parts().expect_same(parts().mlfix({"merge", "RUN", "--format", GetParam()}), whole);
  EXPECT_GT(whole.out.size(), 1000U);
}

INSTANTIATE_TEST_SUITE_P(All, MergedFormat,
                         ::testing::Values("text", "concise", "json", "jsonl", "sarif", "github",
                                           "gitlab", "rdjson", "junit", "markdown", "html"));

TEST_F(MergeTest, GivesThePatchAndTheStatisticsOfOneRun) {
  copy("testdata/loop", "src");
  write_project();
  for (const Words& words : {Words{"--diff"}, Words{"--diff", "--unsafe"}, Words{"--statistics"},
                             Words{"--show-abstained"}, Words{"--diff", "--add-ignore"}}) {
    SCOPED_TRACE(words.back());
    fs::remove_all(folder_.path() / "RUN");
    const auto whole = mlfix(words);
    run_shards(words.front() == "--statistics" ? Words{} : words);
    Words again = words;
    std::erase_if(again, [](const auto& w) { return w == "--unsafe" || w == "--add-ignore"; });
    expect_same(mlfix(Words{"merge", "RUN"} + again), whole);
  }
}

TEST_F(MergeTest, WritesTheReportsOfOneRunToFiles) {
  write_project();
  mlfix({"--report", "json=one.json", "--report", "html=one.html"});
  run_shards({});
  mlfix({"merge", "RUN", "--report", "json=all.json", "--report", "html=all.html"});
  for (const char* format : {"json", "html"}) {
    EXPECT_EQ(testing::read_bytes(folder_.path() / (std::string("all.") + format)),
              testing::read_bytes(folder_.path() / (std::string("one.") + format)));
  }
}

TEST_F(MergeTest, JoinsNotebooks) {
  copy("testdata/recall/notebook_out_cache", "notebooks");
  copy("testdata/retention", "retention");
  run_shards({"--diff", "--unsafe"});
  const auto whole = mlfix({"--diff", "--unsafe", "--format", "json"});
  expect_same(mlfix({"merge", "RUN", "--diff", "--format", "json"}), whole);
  EXPECT_THAT(whole.err, HasSubstr("\"cell\""));
}

TEST_F(MergeTest, WritesTheBaselineOfOneRunAndSaysWhatIsGone) {
  write_project();
  mlfix({"--baseline", "one.json", "--write-baseline"});
  run_shards({});
  const auto written = mlfix({"merge", "RUN", "--baseline", "all.json", "--write-baseline"});
  EXPECT_EQ(written.status, 2);  // one file can't be parsed
  EXPECT_EQ(testing::read_bytes(folder_.path() / "all.json"),
            testing::read_bytes(folder_.path() / "one.json"));

  fs::remove_all(folder_.path() / "RUN");
  folder_.write("pkg/train_1.py", "import torch\n");
  const Words baseline = {"--baseline", "one.json"};
  run_shards(baseline);
  const auto whole = mlfix(baseline);
  expect_same(mlfix(Words{"merge", "RUN"} + baseline), whole);
  EXPECT_THAT(whole.err, HasSubstr("no longer there"));
  EXPECT_THAT(mlfix({"merge", "RUN"}).err, HasSubstr("another baseline"));
}

TEST_F(MergeTest, KnowsInEachShardWhatOtherShardsHave) {
  folder_.write("model.py",
                "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n"
                "        return self.layer(x)\n");
  for (int i = 0; i < 9; ++i) {
    folder_.write("eval_" + std::to_string(i) + ".py",
                  "import torch\nfrom model import Net\n\nnet = Net()\ntotal = 0\n"
                  "for batch in loader:\n    total += net(batch).sum()\nprint(total)\n");
  }
  run_shards({});
  const auto whole = mlfix({"--format", "json"});
  expect_same(mlfix({"merge", "RUN", "--format", "json"}), whole);
  EXPECT_EQ(whole.status, 1);
}

// ---- resuming ----

TEST_F(MergeTest, ResumesARecordThatWasCutOffAnywhere) {
  write_project(6);
  run_shards({});
  const auto whole = mlfix({"merge", "RUN", "--format", "json"});
  const std::string complete = testing::read_bytes(record(2));
  for (std::size_t size = 0; size <= complete.size(); size += 1 + complete.size() / 20) {
    SCOPED_TRACE(size);
    fs::resize_file(record(2), size);
    mlfix({"--shard", "2/3", "--run-folder", "RUN", "--resume", "--jobs", "1", "-q"});
    expect_same(mlfix({"merge", "RUN", "--format", "json"}), whole);
  }
}

TEST_F(MergeTest, GoesOnAfterKill9) {
  write_project(40);
  const auto whole = mlfix({"--format", "json"});
  const Words words = {"--run-folder", "RUN", "--jobs", "1", "--verbose"};
  RunningMlfix running(words, {folder_.path(), {}, {}, false, 0, {}});
  ASSERT_TRUE(running.wait_for("analysed, "));
  running.send(SIGKILL);
  running.finish();
  const fs::path record = folder_.path() / "RUN/shard-1-of-1.jsonl";
  const std::string before = testing::read_bytes(record);
  EXPECT_THAT(before, HasSubstr("\"file\""));
  const auto resumed = mlfix({"--run-folder", "RUN", "--resume", "--format", "json"});
  EXPECT_EQ(resumed.out, whole.out);
  const std::string after = testing::read_bytes(record);
  EXPECT_EQ(after.substr(0, before.rfind('\n') + 1), before.substr(0, before.rfind('\n') + 1));
  EXPECT_EQ(mlfix({"merge", "RUN", "--format", "json"}).out, whole.out);
}

TEST_F(MergeTest, LeavesFindingsAndBrokenFilesToTheMerge) {
  write_project(3);
  for (const char* shard : {"1/2", "2/2"}) {
    const auto part = mlfix({"--shard", shard, "--run-folder", "RUN", "--diff"});
    EXPECT_EQ(part.status, 0);
    EXPECT_THAT(part.out, IsEmpty());
    EXPECT_THAT(part.err, AllOf(HasSubstr("of shard "), Not(HasSubstr("broken.py"))));
  }
  EXPECT_EQ(mlfix({"merge", "RUN", "--diff"}).status, 2);
}

TEST_F(MergeTest, DoesNotAnalyseAgainWhatIsFinished) {
  write_project(3);
  run_shards({});
  const std::string before = testing::read_bytes(record(1));
  const auto resumed = mlfix({"--shard", "1/3", "--run-folder", "RUN", "--resume"});
  EXPECT_THAT(resumed.err, HasSubstr("an earlier run has finished"));
  EXPECT_EQ(testing::read_bytes(record(1)), before);
}

// ---- what does not fit together ----

TEST_F(MergeTest, RefusesToGoOnWithAnotherRun) {
  write_project(3);
  run_shards({});
  const Words part = {"--shard", "1/3", "--run-folder", "RUN"};
  const auto refused = [&](const Words& words, const std::string& text) {
    const auto result = mlfix(words);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr(text));
    EXPECT_THAT(result.out, IsEmpty());
  };
  refused(part, "--resume");
  refused(part + Words{"--resume", "--unsafe"}, "other settings");
  refused(part + Words{"--resume", "--ignore", "gradient"}, "other settings");
  refused(part + Words{"--resume", "--diff"}, "other options");
  refused(part + Words{"--resume", "pkg"}, "other paths");
  folder_.write("pkg/train_2.py", "import torch\n");
  refused(part + Words{"--resume"}, "other files");
}

TEST_F(MergeTest, SaysWhatIsMissing) {
  write_project(6);
  const auto refused = [&](const Words& words, const std::string& text) {
    const auto result = mlfix(words);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr(text));
    EXPECT_THAT(result.out, IsEmpty());
  };
  refused({"merge"}, "needs the records");
  refused({"merge", "RUN"}, "is no file");
  fs::create_directory(folder_.path() / "RUN");
  refused({"merge", "RUN"}, "no record");
  run_shards({});
  refused({"merge", "RUN", record(1).string()}, "second record");
  refused({"merge", record(1).string(), record(3).string()}, "shard 2/3");
  refused({"merge", "RUN", "--diff"}, "without --diff");
  refused({"merge", "RUN", "--show-abstained"}, "without --show-abstained");
  mlfix({"--run-folder", "RUN2", "-q"});
  refused({"merge", record(1).string(), "RUN2"}, "numbers of shards");
  const std::string complete = testing::read_bytes(record(2));
  fs::resize_file(record(2), complete.rfind("{\"check\""));
  refused({"merge", "RUN"}, "shard 2/3 is not finished");
}

TEST_F(MergeTest, TakesNoDamagedRecord) {
  write_project(4);
  run_shards({});
  const std::string complete = testing::read_bytes(record(1));
  for (std::size_t at = 0; at < complete.size(); at += 1 + complete.size() / 20) {
    std::string damaged = complete;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x04);
    folder_.write(fs::relative(record(1), folder_.path()), damaged);
    EXPECT_EQ(mlfix({"merge", "RUN"}).status, 2) << at;
  }
}

TEST_F(MergeTest, WritesToNothingButRecords) {
  write_project(2);
  folder_.write("RUN/shard-1-of-1.jsonl", "my notes\n");
  const auto refused = mlfix({"--run-folder", "RUN", "--resume"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("is no record of a run"));
  EXPECT_EQ(testing::read_bytes(folder_.path() / "RUN/shard-1-of-1.jsonl"), "my notes\n");
  for (const Words& words :
       {Words{"--write"}, Words{"--baseline", "b", "--write-baseline"}, Words{"--add-ignore"}}) {
    const auto result = mlfix(words + Words{"--shard", "1/2"});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("nothing is written"));
  }
}

TEST_F(MergeTest, AsksTheSchedulerForTheShard) {
  write_project();
  ProcessOptions task;
  task.environment = {{"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_COUNT", "3"}};
  const Words words = {"--format", "json", "--shard"};
  EXPECT_EQ(mlfix(words + Words{"auto"}, task).out, mlfix(words + Words{"2/3"}).out);
  EXPECT_THAT(mlfix(words + Words{"4/3"}).err, HasSubstr("--shard must be"));
  EXPECT_THAT(mlfix({"--resume"}).err, HasSubstr("--resume needs --run-folder"));
}

// The folder is the repository's own, which anybody may have written.
TEST_F(MergeTest, NoLinkInThePlaceOfTheRunFolderLeadsOut) {
  const testing::TemporaryFolder outside;
  ProcessOptions options;
  options.folder = folder_.path();
  ASSERT_EQ(testing::run_command({"git", "init", "-q"}, options).status, 0);
  write_project(1);
  fs::create_directory_symlink(outside.path(), folder_.path() / "RUN");
  const auto result = mlfix({"--shard", "1/3", "--run-folder", "RUN"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("through a link; it is not written"));
  EXPECT_TRUE(fs::is_empty(outside.path()));
}

// Records say where their run was, and with it which configuration names the baseline.
TEST_F(MergeTest, NoRecordLeadsToTheBaselineOfAnotherProject) {
  const testing::TemporaryFolder other;
  other.write("mlfix.yaml", "baseline: known.json\n");
  other.write("known.json", "{\"version\": 1, \"findings\": []}\n");
  other.write("train.py", std::string(kLeaky));
  const auto run =
      mlfix({"--no-baseline", "--shard", "1/1", "--run-folder", "RUN", other.path().string()});
  ASSERT_TRUE(fs::exists(folder_.path() / "RUN")) << run.err;
  const std::string before = testing::read_bytes(other.path() / "known.json");
  const auto merged = mlfix({"merge", "RUN", "--write-baseline"});
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.err, HasSubstr("is the baseline of the records, and not in"));
  EXPECT_EQ(testing::read_bytes(other.path() / "known.json"), before);
}

}  // namespace
}  // namespace mlfix::merge_test
