// The cache as a user meets it: what a run takes from earlier ones, what makes it look again, and
// what it does not believe. That it is never wrong: cache_property_test.cc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/cache_folder.h"
#include "fleet/cache_pack.h"
#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "text/keyed_hash.h"

namespace mlfix::cache_test {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ProcessOptions;
using testing::ProcessResult;
using testing::RunningMlfix;
using Words = std::vector<std::string>;

constexpr std::string_view kKeeper = R"(import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 1)
        self.log = []

    def fit(self, loader):
        for x, y in loader:
            loss = ((self.model(x) - y) ** 2).mean()
            loss.backward()
            self.log.append(loss)
)";

class CacheTest : public ::testing::Test {
 protected:
  CacheTest() {
    folder_.write("one.py", testing::kLeaky);
    folder_.write("two.py", "import torch\n\n\ndef plain(x):\n    return x.item()\n");
    folder_.write("trainer.py", kKeeper);
  }

  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  ProcessResult mlfix(Words words, ProcessOptions options = {}) const {
    options.folder = folder_.path();
    return testing::run_mlfix(std::move(words), options);
  }
  Words cached(const Words& words) const {
    return with({"--cache-dir", cache().string(), "--verbose"}, words);
  }
  // What a run without a cache says is what the run said; the number of files that it took.
  int taken(const Words& words, const ProcessOptions& options = {}) const {
    const ProcessResult warm = mlfix(cached(words), options);
    const ProcessResult cold = mlfix(with({"--no-cache"}, words), options);
    EXPECT_EQ(warm.out, cold.out);
    EXPECT_EQ(warm.status, cold.status);
    const std::size_t at = warm.err.find(" taken from the cache");
    if (at == std::string::npos) return -1;
    const std::size_t number = warm.err.rfind(": ", at) + 2;
    return std::stoi(warm.err.substr(number));
  }

  fs::path cache() const { return outside_.path() / "cache"; }
  std::vector<fs::path> packs() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(cache())) {
      if (entry.path().extension() == kPackEnding) found.push_back(entry.path());
    }
    return found;
  }

  testing::TemporaryFolder folder_;
  testing::TemporaryFolder outside_;
};

// ---- what is taken ----------------------------------------------------------------

TEST_F(CacheTest, TheSecondRunTakesWhatTheFirstFound) {
  for (const Words& words : {Words{"."}, Words{"--format", "json", "."}}) {
    SCOPED_TRACE(words.front());
    taken(words);
    EXPECT_EQ(taken(words), 3);
  }
  EXPECT_EQ(mlfix(cached({"."})).status, 1);
}

TEST_F(CacheTest, PatchesAreTaken) {
  EXPECT_EQ(taken({"--diff", "--unsafe", "."}), 0);
  EXPECT_EQ(taken({"--diff", "--unsafe", "."}), 3);
}

TEST_F(CacheTest, FilesWithoutFindingsServeAllModes) {
  EXPECT_EQ(taken({"."}), 0);
  EXPECT_EQ(taken({"--diff", "."}), 1);  // two.py
}

TEST_F(CacheTest, WritingIsDoneAfterARunThatOnlyLooked) {
  mlfix(cached({"--diff", "."}));
  EXPECT_EQ(mlfix(cached({"--write", "."})).status, 1);  // one finding has no safe fix
  EXPECT_NE(testing::read_bytes(folder_.path() / "one.py"), testing::kLeaky);
  taken({"."});
}

TEST_F(CacheTest, ErrorsComeBack) {
  folder_.write("wrong.py", "import torch\ndef f(:\n    x.item()\n    loss.backward()\n");
  folder_.write("old.py", "import torch\nprint loss.item()\n");
  const ProcessResult first = mlfix(cached({"."}));
  const ProcessResult second = mlfix(cached({"."}));
  EXPECT_EQ(first.status, 2);
  EXPECT_EQ(second.status, 2);
  EXPECT_THAT(second.err, HasSubstr("wrong.py:2"));
  EXPECT_THAT(second.err, HasSubstr("5 files taken"));
}

TEST_F(CacheTest, ACopyOfTheProjectIsAnotherProject) {
  taken({"."});
  const testing::TemporaryFolder copy;
  fs::copy(folder_.path(), copy.path(), fs::copy_options::recursive);
  ProcessOptions there;
  there.folder = copy.path();
  EXPECT_THAT(testing::run_mlfix(cached({"."}), there).err, HasSubstr("0 files taken"));
}

// ---- what makes it look again -----------------------------------------------------

TEST_F(CacheTest, AnEditCostsWhatDependsOnIt) {
  taken({"."});
  folder_.write("two.py", "import torch\n\n\ndef plain(x):\n    return x.sum().item()\n");
  EXPECT_EQ(taken({"."}), 2);
}

TEST_F(CacheTest, ACalleeInAnotherFileDecides) {
  folder_.write("uses.py",
                "import torch\nfrom helper import keep\nfrom torch import nn\n\n\n"
                "def fit(loader):\n    model = nn.Linear(4, 1)\n    seen = []\n"
                "    for x, y in loader:\n        loss = (model(x) - y).mean()\n"
                "        loss.backward()\n        seen.append(loss)\n    keep(seen)\n");
  folder_.write("helper.py", "def keep(values):\n    print(len(values))\n");
  taken({"--unsafe", "."});
  folder_.write("helper.py", "def keep(values):\n    sum(values).backward()\n");
  EXPECT_EQ(taken({"--unsafe", "."}), 3);
}

TEST_F(CacheTest, SettingsAndKnowledgeDecide) {
  taken({"."});
  EXPECT_EQ(taken({"--ignore", "no-grad-eval", "."}), 0);
  EXPECT_EQ(taken({"--show-minor", "."}), 0);
  EXPECT_EQ(taken({"--show-abstained", "."}), 0);
  EXPECT_EQ(taken({"."}), 3);
  folder_.write("mlfix.yaml", "rules:\n  no-grad-eval:\n    severity: low\n");
  EXPECT_EQ(taken({"."}), 0);
  folder_.write("mlfix.yaml", "rules:\n  no-grad-eval:\n    severity: medium\n");
  EXPECT_EQ(taken({"."}), 0);
  folder_.write("mlfix.yaml",
                "knowledge:\n  functions:\n    - {names: helper.keep, effects: Frees}\n");
  EXPECT_EQ(taken({"."}), 0);
  folder_.write("mlfix.yaml", "per-path-ignores:\n  one.py: all\n");
  taken({"."});
  EXPECT_EQ(taken({"."}), 2);
}

TEST_F(CacheTest, RulesOfTheProjectDecide) {
  const auto rule = [](std::string_view message) {
    return "items:\n  message: " + std::string(message) + "\n  pattern: $X.item()\n";
  };
  folder_.write(".mlfix/rules/items.yaml", rule("one"));
  taken({"."});
  EXPECT_EQ(taken({"."}), 3);
  folder_.write(".mlfix/rules/items.yaml", rule("two"));
  EXPECT_EQ(taken({"."}), 0);
}

TEST_F(CacheTest, TheSetOfFilesDecides) {
  folder_.write("main.py",
                "from trainer import Trainer\n\nt = Trainer()\nt.fit([])\nprint(t.log)\n");
  taken({"."});
  folder_.write("reader.py",
                "from trainer import Trainer\n\n\ndef f(t):\n    sum(t.log).backward()\n");
  taken({"."});
  fs::rename(folder_.path() / "reader.py", folder_.path() / "other.py");
  taken({"."});
  fs::remove(folder_.path() / "other.py");
  taken({"."});
  taken({"trainer.py"});
  taken({"trainer.py", "main.py"});
}

TEST_F(CacheTest, BaselinesDecide) {
  taken({"."});
  mlfix({"--no-cache", "--baseline", "base.json", "--write-baseline", "."});
  EXPECT_EQ(taken({"--baseline", "base.json", "."}), 0);
  EXPECT_EQ(taken({"--baseline", "base.json", "."}), 3);
}

TEST_F(CacheTest, AFileThatTakesAnotherOnesNameDecides) {
  folder_.write("uses.py",
                "import torch\nfrom helper import keep\nfrom torch import nn\n\n\n"
                "def fit(loader):\n    model = nn.Linear(4, 1)\n    seen = []\n"
                "    for x, y in loader:\n        loss = (model(x) - y).mean()\n"
                "        loss.backward()\n        seen.append(loss)\n    keep(seen)\n");
  folder_.write("helper.py", "def keep(values):\n    print(len(values))\n");
  taken({"--unsafe", "."});
  folder_.write("helper/__init__.py", "def keep(values):\n    sum(values).backward()\n");
  taken({"--unsafe", "."});
  fs::remove(folder_.path() / "helper.py");
  taken({"--unsafe", "."});
  folder_.write("src/helper.py", "def keep(values):\n    return values\n");
  taken({"--unsafe", "."});
  fs::remove_all(folder_.path() / "helper");
  taken({"--unsafe", "."});
  folder_.write("__init__.py", "");
  taken({"--unsafe", "."});
}

TEST_F(CacheTest, BytesDecideAndNotTimes) {
  taken({"."});
  const fs::path one = folder_.path() / "one.py";
  const auto time = fs::last_write_time(one);
  std::string text(testing::kLeaky);
  text.replace(text.find("eval()"), 6, "half()");
  folder_.write("one.py", text);
  fs::last_write_time(one, time);
  EXPECT_EQ(taken({"."}), 2);
  folder_.write("one.py", testing::kLeaky);
  fs::last_write_time(one, time - std::chrono::hours(24 * 365));
  EXPECT_EQ(taken({"."}), 2);
  fs::last_write_time(one, time + std::chrono::hours(1));
  EXPECT_EQ(taken({"."}), 3);
}

TEST_F(CacheTest, EndsOfLinesAndEncodingsDecide) {
  taken({"--diff", "."});
  std::string other;
  for (const char byte : testing::kLeaky) other += byte == '\n' ? "\r\n" : std::string(1, byte);
  folder_.write("one.py", other);
  EXPECT_EQ(taken({"--diff", "."}), 2);
  folder_.write("one.py", "\xEF\xBB\xBF" + std::string(testing::kLeaky));
  EXPECT_EQ(taken({"--diff", "."}), 2);
  folder_.write("one.py", "# coding: latin-1\n# \xE9\n" + std::string(testing::kLeaky));
  EXPECT_LT(taken({"--diff", "."}), 3);
  EXPECT_EQ(taken({"--diff", "."}), 2);  // what can't be read is told by the reader
}

TEST_F(CacheTest, TheDayDecidesWhereACommentEnds) {
  std::string text(testing::kLeaky);
  text.insert(text.find("):") + 2, "  # mlfix: ignore[no-grad-eval] until 2026-06-30 -- later");
  folder_.write("one.py", text);
  ProcessOptions june;
  june.environment = {{"SOURCE_DATE_EPOCH", "1780000000"}};
  ProcessOptions july;
  july.environment = {{"SOURCE_DATE_EPOCH", "1783000000"}};
  taken({"."}, june);
  EXPECT_EQ(taken({"."}, july), 2);
  EXPECT_EQ(taken({"."}, june), 3);
}

TEST_F(CacheTest, NotebooksAreTakenAndDecide) {
  const auto notebook = [](std::string_view source) {
    return R"({"cells":[{"cell_type":"code","metadata":{},"outputs":[],"execution_count":null,)"
           R"("source":[)" +
           std::string(source) + R"(]}],"metadata":{},"nbformat":4,"nbformat_minor":2})";
  };
  folder_.write("look.ipynb", notebook(R"("import torch\n","x.item()\n")"));
  taken({"."});
  EXPECT_EQ(taken({"."}), 4);
  folder_.write("look.ipynb", notebook(R"("import trainer\n","sum(t.log).backward()\n")"));
  EXPECT_LT(taken({"--diff", "--unsafe", "."}), 4);
  EXPECT_EQ(taken({"--diff", "--unsafe", "."}), 4);
}

TEST_F(CacheTest, WhereALinkLeadsDecides) {
  taken({"."});
  fs::create_symlink("one.py", folder_.path() / "link.py");
  taken({"."});
  EXPECT_EQ(taken({"."}), 3);  // one of the two names is read
  fs::remove(folder_.path() / "link.py");
  fs::create_symlink("two.py", folder_.path() / "link.py");
  EXPECT_LT(taken({"."}), 3);
}

TEST_F(CacheTest, RootsAndTheirOrderDecideNothingElse) {
  folder_.write("a/one.py", testing::kLeaky);
  folder_.write("b/one.py", testing::kLeaky);
  taken({"a", "b"});
  EXPECT_EQ(taken({"b", "a"}), 2);
  EXPECT_EQ(taken({"a"}), 0);  // a file alone knows of no other
  EXPECT_EQ(taken({"./a", "b"}), 2);
  EXPECT_EQ(taken({"a", "b", "a/one.py"}), 2);
  EXPECT_EQ(taken({(folder_.path() / "a").string(), "b"}), 1);  // it is called otherwise
}

TEST_F(CacheTest, PartsShareIt) {
  for (int i = 0; i < 12; ++i) folder_.write("m" + std::to_string(i) + ".py", kKeeper);
  const std::string whole = mlfix({"--no-cache", "--format", "json", "."}).out;
  for (const char* round : {"cold", "warm"}) {
    const fs::path run = outside_.path() / round;
    for (const char* part : {"1/2", "2/2"}) {
      mlfix(cached({"--shard", part, "--run-folder", run.string(), "."}));
    }
    EXPECT_EQ(mlfix({"merge", "--format", "json", run.string()}).out, whole) << round;
  }
  EXPECT_EQ(taken({"."}), 15);
}

TEST_F(CacheTest, AnInterruptedRunKeepsNothing) {
  for (int i = 0; i < 200; ++i) folder_.write("m" + std::to_string(i) + ".py", kKeeper);
  RunningMlfix running(cached({"-j1", "."}), {folder_.path(), {}, {}, false, 0, {}});
  EXPECT_TRUE(running.wait_for("m10.py"));
  running.send(SIGINT);
  running.finish();
  EXPECT_THAT(packs(), IsEmpty());
}

// ---- where it lies ----------------------------------------------------------------

TEST_F(CacheTest, LiesInTheUsersCacheFolder) {
  ProcessOptions options;
  options.environment = {{"MLFIX_NO_CACHE", ""},
                         {"MLFIX_CACHE_DIR", ""},
                         {"XDG_CACHE_HOME", (outside_.path() / "xdg").string()}};
  mlfix({"."}, options);
  EXPECT_TRUE(fs::exists(outside_.path() / "xdg/mlfix/CACHEDIR.TAG"));
  options.environment["XDG_CACHE_HOME"] = "not/absolute";
  options.environment["HOME"] = outside_.path().string();
  mlfix({"."}, options);
  EXPECT_TRUE(fs::exists(outside_.path() / ".cache/mlfix/CACHEDIR.TAG"));
}

TEST_F(CacheTest, NeverLiesInTheProject) {
  ASSERT_EQ(testing::run_command({"git", "init", "-q", folder_.path().string()}, {}).status, 0);
  ProcessOptions options;
  options.environment = {{"MLFIX_NO_CACHE", ""},
                         {"MLFIX_CACHE_DIR", ""},
                         {"XDG_CACHE_HOME", ""},
                         {"HOME", folder_.path().string()}};
  EXPECT_EQ(mlfix({"."}, options).status, 1);
  EXPECT_FALSE(fs::exists(folder_.path() / ".cache"));
  const fs::path link = outside_.path() / "link";
  fs::create_directories(folder_.path() / "kept");
  fs::create_symlink(folder_.path() / "kept", link);
  for (const std::string& named : {std::string("kept"), (link / "below").string()}) {
    EXPECT_THAT(mlfix({"--cache-dir", named, "."}).err, HasSubstr("lies in the project"));
    options.environment["MLFIX_CACHE_DIR"] = named;
    EXPECT_EQ(mlfix({"."}, options).status, 1);
  }
  EXPECT_TRUE(fs::is_empty(folder_.path() / "kept"));
}

TEST_F(CacheTest, NeverLiesBelowAPathOfTheRun) {
  const testing::TemporaryFolder elsewhere;
  ProcessOptions there;
  there.folder = elsewhere.path();
  const Words words = {"--cache-dir", (folder_.path() / "kept").string(), folder_.path().string()};
  EXPECT_THAT(testing::run_mlfix(words, there).err, HasSubstr("lies in the project"));
  EXPECT_FALSE(fs::exists(folder_.path() / "kept"));
}

TEST_F(CacheTest, NoFolderIsNoFailure) {
  for (const char* home : {"", "/proc", "/dev/null"}) {
    ProcessOptions options;
    options.environment = {
        {"MLFIX_NO_CACHE", ""}, {"MLFIX_CACHE_DIR", ""}, {"XDG_CACHE_HOME", ""}, {"HOME", home}};
    const ProcessResult result = mlfix({"."}, options);
    EXPECT_EQ(result.status, 1) << home;
    EXPECT_EQ(result.out, mlfix({"--no-cache", "."}).out);
    EXPECT_EQ(result.err, mlfix({"--no-cache", "."}).err);
  }
}

TEST_F(CacheTest, ShowsAndClears) {
  EXPECT_THAT(mlfix({"cache", "--cache-dir", cache().string()}).out, HasSubstr("nothing is kept"));
  mlfix(cached({"."}));
  std::ofstream(cache() / "mine.txt") << "mine\n";
  EXPECT_THAT(mlfix({"cache", "--cache-dir", cache().string()}).out, HasSubstr("1 project,"));
  EXPECT_THAT(mlfix({"cache", "--clear", "--cache-dir", cache().string()}).out,
              HasSubstr("removed"));
  EXPECT_THAT(packs(), IsEmpty());
  EXPECT_TRUE(fs::exists(cache() / "mine.txt"));
  EXPECT_EQ(taken({"."}), 0);
}

// ---- what is not believed -----------------------------------------------------------

TEST_F(CacheTest, AFolderThatOthersMayWriteToIsNotUsed) {
  taken({"."});
  fs::permissions(cache(), fs::perms::all);
  EXPECT_EQ(taken({"."}), -1);
  EXPECT_THAT(mlfix({"cache", "--cache-dir", cache().string()}).out, HasSubstr("not used"));
  fs::permissions(cache(), fs::perms::owner_all);
  EXPECT_EQ(taken({"."}), 3);
  const fs::path real = outside_.path() / "real";
  fs::rename(cache(), real);
  fs::create_symlink(real, cache());
  EXPECT_EQ(taken({"."}), -1);
}

TEST_F(CacheTest, AnotherUsersFolderIsNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make one";
  constexpr uid_t kNobody = 65534;
  taken({"."});
  ASSERT_EQ(chown(cache().c_str(), kNobody, kNobody), 0);
  EXPECT_EQ(taken({"."}), -1);
  ASSERT_EQ(chown(cache().c_str(), 0, 0), 0);
  const fs::path pack = packs().front();
  ASSERT_EQ(chown(pack.c_str(), kNobody, kNobody), 0);
  EXPECT_EQ(taken({"."}), 0);
}

TEST_F(CacheTest, FilesThatOthersMayHaveWrittenAreNotRead) {
  taken({"."});
  const fs::path pack = packs().front();
  fs::permissions(pack, fs::perms::group_write, fs::perm_options::add);
  EXPECT_EQ(taken({"."}), 0);
  EXPECT_EQ(taken({"."}), 3);
  fs::rename(pack, outside_.path() / "pack");
  fs::create_symlink(outside_.path() / "pack", pack);
  EXPECT_EQ(taken({"."}), 0);
  fs::remove(pack);
  fs::create_hard_link(outside_.path() / "pack", pack);
  EXPECT_EQ(taken({"."}), 0);
  fs::remove(pack);
  ASSERT_EQ(mkfifo(pack.c_str(), S_IRUSR | S_IWUSR), 0);
  EXPECT_EQ(taken({"."}), 0);
}

TEST_F(CacheTest, DamagedPacksAreDoneAgain) {
  mlfix(cached({"."}));
  const fs::path pack = packs().front();
  const std::string whole = testing::read_bytes(pack);
  std::mt19937 random(1);
  const auto damaged = [&](const std::string& bytes) {
    std::ofstream(pack, std::ios::binary) << bytes;
    fs::permissions(pack, fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(taken({"."}), 0);
  };
  for (int i = 0; i < 4; ++i) damaged(whole.substr(0, random() % whole.size()));
  for (int i = 0; i < 4; ++i) {
    std::string flipped = whole;
    flipped[random() % flipped.size()] ^= 4;
    damaged(flipped);
  }
  damaged(whole + " ");
  fs::resize_file(pack, std::uintmax_t{1} << 33);
  EXPECT_EQ(taken({"."}), 0);
}

TEST_F(CacheTest, AKilledRunLeavesNothingThatCounts) {
  for (int i = 0; i < 400; ++i) {
    folder_.write("more/m" + std::to_string(i) + ".py", kKeeper);
  }
  for (const char* at : {"one.py", "more/m7.py", "trainer.py"}) {
    RunningMlfix running(cached({"-j1", "."}), {folder_.path(), {}, {}, false, 0, {}});
    EXPECT_TRUE(running.wait_for(at));
    running.send(SIGKILL);
    running.finish();
  }
  EXPECT_EQ(taken({"."}), 0);
  EXPECT_EQ(taken({"."}), 403);
}

TEST_F(CacheTest, AFullDiskIsNoFailure) {
  const std::string words = "set -o pipefail; (ulimit -f 0; " MLFIX_BINARY " --cache-dir ";
  ProcessOptions options;
  options.folder = folder_.path();
  const ProcessResult full =
      testing::run_command({"bash", "-c", words + cache().string() + " .) 2>&1 | cat"}, options);
  const ProcessResult cold = mlfix({"--no-cache", "."});
  EXPECT_EQ(full.status, cold.status);
  EXPECT_EQ(full.out, cold.out);
  EXPECT_THAT(packs(), IsEmpty());
}

TEST_F(CacheTest, RunsAtTheSameTimeAddUp) {
  for (int i = 0; i < 40; ++i)
    folder_.write("p" + std::to_string(i % 4) + "/m" + std::to_string(i) + ".py", kKeeper);
  const std::string cold = mlfix({"--no-cache", "."}).out;
  std::vector<std::unique_ptr<RunningMlfix>> runs;
  for (int i = 0; i < 6; ++i) {
    const std::string part = "p" + std::to_string(i % 4);
    runs.push_back(std::make_unique<RunningMlfix>(
        cached({i < 4 ? part : "."}), ProcessOptions{folder_.path(), {}, {}, false, 0, {}}));
  }
  for (const auto& run : runs) EXPECT_EQ(run->finish().status, 1);
  EXPECT_EQ(packs().size(), 1u);
  EXPECT_EQ(mlfix(cached({"."})).out, cold);
  EXPECT_EQ(taken({"."}), 43);
}

// ---- packs ------------------------------------------------------------------------

constexpr HashKey kPackKey{1, 2};

CachePack small_pack() {
  CachePack pack;
  pack.generation = 7;
  pack.state = KeyedDigest{11, 12};
  pack.texts = {"/a.py", "/b.py", "name"};
  pack.inside.push_back({0, {3, 4}, {{{5, 1, 300, 2}}, {1, 1}}});
  pack.inside.push_back({1, {5, 6}, {}});
  pack.outcomes.push_back(
      {{1, 0}, {2, 0}, 6, true, false, true, {{{1, 0, 2, kNoText}}, {9, 9}}, {}, ""});
  pack.outcomes.push_back({{2, 0}, {3, 0}, 7, true, true, false, {}, {1}, "{}"});
  return pack;
}

TEST(CachePackTest, ComesBack) {
  const std::string bytes = pack_bytes(small_pack(), kPackKey, "this");
  const auto pack = parse_pack(bytes, kPackKey, "this");
  ASSERT_TRUE(pack);
  EXPECT_EQ(pack_bytes(*pack, kPackKey, "this"), bytes);
  EXPECT_EQ(pack->outcomes[1].inside, std::vector<std::uint32_t>{1});
  EXPECT_EQ(pack->inside[0].questions.asked[0].index, 300u);
  EXPECT_EQ(pack->state, small_pack().state);
  EXPECT_TRUE(pack->outcomes[0].is_current);
  EXPECT_FALSE(pack->outcomes[1].is_current);
}

TEST(CachePackTest, AnotherProgramOrKeyIsAnotherCache) {
  const std::string bytes = pack_bytes(small_pack(), kPackKey, "this");
  EXPECT_FALSE(parse_pack(bytes, kPackKey, "that"));
  EXPECT_FALSE(parse_pack(bytes, {1, 3}, "this"));
  EXPECT_FALSE(parse_pack("", kPackKey, "this"));
}

TEST(CachePackTest, WhatIsNotWantedGoesWithAllThatItNeeded) {
  const CachePack half = reduced(small_pack(), {false, true});
  EXPECT_THAT(half.texts, ElementsAre("/b.py"));
  EXPECT_EQ(half.inside.size(), 1u);
  ASSERT_EQ(half.outcomes.size(), 1u);
  EXPECT_EQ(half.outcomes[0].inside, std::vector<std::uint32_t>{0});
}

// Bytes with the right checksum, as no accident gives them.
std::string sealed(std::string_view body) {
  constexpr std::string_view kMagic = "mlfix cache 2\n";
  KeyedHash hash(kPackKey);
  for (const std::string_view part : {kMagic, std::string_view("this"), body}) hash.add_text(part);
  const KeyedDigest check = hash.digest();
  std::string bytes(kMagic);
  for (const std::uint64_t part : {check.low, check.high}) {
    for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(part >> shift);
  }
  return bytes.append(body);
}

TEST(CachePackTest, AnyBytesAreReadOrRefused) {
  const std::string good = pack_bytes(small_pack(), kPackKey, "this").substr(14 + 16);
  ASSERT_TRUE(parse_pack(sealed(good), kPackKey, "this"));
  std::mt19937 random(3);
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string body = good;
    for (unsigned times = 1 + random() % 3; times > 0; --times) {
      body[random() % body.size()] = static_cast<char>(random());
    }
    if (random() % 4 == 0) body.resize(random() % (body.size() + 1));
    const auto pack = parse_pack(sealed(body), kPackKey, "this");
    if (!pack) continue;
    ++read;
    for (const KeptOutcome& one : pack->outcomes) {
      for (const std::uint32_t number : one.inside) ASSERT_LT(number, pack->inside.size());
      for (const KeptQuestion& asked : one.questions.asked) {
        ASSERT_TRUE(asked.file == kNoText || asked.file < pack->texts.size());
        ASSERT_TRUE(asked.text == kNoText || asked.text < pack->texts.size());
      }
    }
  }
  EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace mlfix::cache_test
