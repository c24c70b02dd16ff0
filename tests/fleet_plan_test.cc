// A list of repositories: how it is read, and what `mlfix fleet plan` makes of it. Those here are
// folders of this machine; that is as close to a forge as a test gets without one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bot/fetched_repository.h"
#include "fleet/repository_list.h"
#include "fleet/repository_record.h"
#include "support/leaky_program.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::fleet_plan_test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kLeaky;
using ::testing::Not;
using testing::ProcessOptions;
using testing::ProcessResult;
using testing::read_bytes;
using ::testing::SizeIs;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

std::vector<ListedRepository> listed(std::string_view text) {
  auto list = parse_repository_list("list.txt", text);
  EXPECT_TRUE(list) << list.error().to_string();
  return list ? *list : std::vector<ListedRepository>();
}

TEST(RepositoryList, HasAnAddressAndPerhapsARevisionALine) {
  const auto list = listed(
      "# ours\n\nhttps://example.org/a/one.git\r\n"
      "  git@example.org:a/two.git\tv1.0  \nhttps://example.org/a/three");
  ASSERT_THAT(list, SizeIs(3));
  EXPECT_EQ(list[0].address, "https://example.org/a/one.git");
  EXPECT_EQ(list[0].revision, "");
  EXPECT_THAT(list[0].name, StartsWith("example.org+a+one-"));
  EXPECT_EQ(list[1].address, "git@example.org:a/two.git");
  EXPECT_EQ(list[1].revision, "v1.0");
  EXPECT_EQ(list[2].address, "https://example.org/a/three");
}

TEST(RepositoryList, TakesAnEntryOnceAndARevisionForAnother) {
  EXPECT_THAT(listed("https://h/a\nhttps://h/a\nhttps://h/a dev\n"), SizeIs(2));
}

TEST(RepositoryList, RefusesSecretsAndLinesThatAreNone) {
  for (const char* line :
       {"https://token@h/a", "https://u:p@h/a", "ssh://u:p@h/a", "https://h/a b c"}) {
    const auto list = parse_repository_list("list.txt", std::string("\n") + line);
    ASSERT_FALSE(list) << line;
    EXPECT_THAT(list.error().to_string(), StartsWith("list.txt:2: ")) << line;
  }
  EXPECT_THAT(listed("ssh://git@h/a\ngit@h:a\n"), SizeIs(2));
}

TEST(RepositoryList, NamesAreFoldersWhateverTheAddress) {
  const auto list =
      listed("https://h/../../etc\n..\n/\n-x\nhttps://h/" + std::string(500, 'a') + "\n\x1b[31m\n");
  std::set<std::string> names;
  for (const ListedRepository& entry : list) {
    EXPECT_EQ(fs::path(entry.name).lexically_normal(), entry.name);
    EXPECT_EQ(entry.name.find_first_of("/\x1b"), std::string::npos) << entry.name;
    EXPECT_FALSE(entry.name.starts_with('.')) << entry.name;
    EXPECT_LT(entry.name.size(), 128U);
    names.insert(entry.name);
  }
  EXPECT_THAT(names, SizeIs(list.size()));
}

TEST(RepositoryList, IsDividedWholly) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "https://h/a/r" + std::to_string(i) + "\n";
  std::set<std::string> names;
  for (unsigned number = 1; number <= 4; ++number) {
    const auto part = repositories_of_shard(listed(text), {number, 4});
    EXPECT_LE(part.size(), 27U);
    for (const ListedRepository& entry : part) EXPECT_TRUE(names.insert(entry.name).second);
  }
  EXPECT_THAT(names, SizeIs(100));
}

TEST(RepositoryRecord, IsReadAsItWasWritten) {
  RepositoryRecord record;
  record.run = "1f";
  record.address = "https://h/\xe2\x80\xae";
  record.commit = "abc";
  record.problem = "\x1b[31m \"quoted\"\n";
  record.files = 3;
  record.bytes = 1ULL << 40;
  record.findings = 7;
  record.patch_bytes = 12;
  const std::string text = repository_record_text(record);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  const auto read = parse_repository_record(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, record);
  for (const std::string& damaged :
       {std::string(), text.substr(0, text.size() / 2), std::string("{}"), std::string("[1]"),
        std::string("{\"files\":-1}")}) {
    EXPECT_FALSE(parse_repository_record(damaged)) << damaged;
  }
}

TEST(FetchedRepository, RefusesAddressesThatRunSomethingAndPaths) {
  const testing::TemporaryFolder folder;
  for (const char* address :
       {"ext::sh -c true", "--upload-pack=true", "http://h/a", "git://h/a", "https://-h/a",
        "file:///tmp/a", "/tmp/a", "a", "https://h\n/a", "ssh://-oProxyCommand=x/a", ""}) {
    FetchRequest request;
    request.address = address;
    const auto fetched = fetch_repository(request, folder.path() / "checkout");
    ASSERT_FALSE(fetched) << address;
    EXPECT_EQ(fetched.error().kind, ErrorKind::Refused) << address;
    EXPECT_FALSE(fs::exists(folder.path() / "checkout")) << address;
  }
  for (const char* revision : {"--all", "a..b", "a:b", "+a", "a b", "-", "@{1}", "a^"}) {
    EXPECT_FALSE(is_revision(revision)) << revision;
  }
  for (const char* revision :
       {"", "main", "v1.0", "release/2", "1c2b3d35809b39d9b83e157cec6adbc24bbaa481"}) {
    EXPECT_TRUE(is_revision(revision)) << revision;
  }
}

class FleetPlanTest : public ::testing::Test {
 protected:
  ProcessResult shell(const std::string& script) const {
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment = environment();
    return testing::run_command({"bash", "-euc", script}, options);
  }

  ProcessResult plan(Words words) const {
    words.insert(words.begin(), {"fleet", "plan", "--run-folder", "RUN", "list.txt"});
    ProcessOptions options;
    options.folder = folder_.path();
    options.environment = environment();
    return testing::run_mlfix(std::move(words), options);
  }

  std::map<std::string, std::string> environment() const {
    return {{"HOME", folder_.path().string()},
            {"TMPDIR", folder_.path().string()},
            {"GIT_CONFIG_GLOBAL", (folder_.path() / "gitconfig").string()},
            {"GIT_CONFIG_NOSYSTEM", "1"}};
  }

  // A repository with that file, and whatever `script` does in it before it is committed.
  fs::path make(const std::string& name, std::string_view source,
                const std::string& script = {}) const {
    folder_.write("gitconfig", "[user]\n\tname = n\n\temail = n@example.org\n");
    folder_.write("src/" + name + "/train.py", source);
    const auto made = shell("cd src/" + name + "; git init -q -b main; " + script +
                            "\ngit add -A; git commit -q -m one");
    EXPECT_EQ(made.status, 0) << made.err;
    return folder_.path() / "src" / name;
  }

  void list(const std::vector<fs::path>& repositories) const {
    std::string text;
    for (const fs::path& repository : repositories) text += repository.string() + "\n";
    folder_.write("list.txt", text);
  }

  // The folder of the repository of that name in the run folder.
  fs::path results(const std::string& name) const {
    for (const auto& entry : fs::directory_iterator(folder_.path() / "RUN")) {
      if (entry.path().filename().string().find("+" + name + "-") != std::string::npos) {
        return entry.path();
      }
    }
    return {};
  }

  RepositoryRecord record(const std::string& name) const {
    const auto read = read_repository_record(results(name));
    EXPECT_TRUE(read && *read) << name;
    return read && *read ? **read : RepositoryRecord();
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(FleetPlanTest, WritesWhatACloneByHandSays) {
  const fs::path leaky = make("leaky", kLeaky, "mkdir data; seq 100000 > data/table.csv");
  list({leaky, make("clean", "x = 1\n")});
  const auto planned = plan({"--allow-paths"});
  EXPECT_EQ(planned.status, 0) << planned.err;
  EXPECT_THAT(planned.out, AllOf(HasSubstr("leaky: 1 finding in 1 file, 1 safe and 0 unsafe"),
                                 HasSubstr("clean: 0 findings in 1 file")));
  EXPECT_THAT(planned.err, HasSubstr("2 repositories, 0 of them not analysed; 1 finding"));

  ProcessOptions by_hand;
  by_hand.folder = leaky;
  EXPECT_EQ(read_bytes(results("leaky") / kRepositoryPatch),
            testing::run_mlfix({"--diff"}, by_hand).out);
  EXPECT_EQ(
      nlohmann::json::parse(read_bytes(results("leaky") / kRepositoryReport))["findings"].size(),
      1U);
  EXPECT_FALSE(fs::exists(results("clean") / kRepositoryPatch));
  const RepositoryRecord said = record("leaky");
  EXPECT_EQ(said.commit + "\n", shell("git -C src/leaky rev-parse HEAD").out);
  EXPECT_EQ(said.files, 1U);
  EXPECT_EQ(said.bytes, kLeaky.size());
  EXPECT_EQ(said.fixable_safe, 1U);
}

TEST_F(FleetPlanTest, LeavesNothingBehindAndTakesTheRevisionThatIsNamed) {
  const fs::path repository = make("moved", kLeaky, "");
  ASSERT_EQ(shell("cd src/moved; git tag v1; echo 'x = 1' >train.py; git commit -qam two").status,
            0);
  folder_.write("list.txt", repository.string() + " v1\n" + repository.string() + "\n");
  EXPECT_THAT(plan({"--allow-paths", "--quiet"}).out,
              AllOf(HasSubstr("1 finding"), HasSubstr("0 findings")));
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    EXPECT_THAT(entry.path().filename().string(), Not(StartsWith("mlfix-")));
  }
}

TEST_F(FleetPlanTest, SaysWhyARepositoryIsNotAnalysedAndGoesOn) {
  folder_.write("list.txt", (folder_.path() / "none").string() + "\next::sh\n" +
                                make("leaky", kLeaky).string() + "\n");
  const auto planned = plan({"--allow-paths"});
  EXPECT_EQ(planned.status, 0) << planned.err;
  EXPECT_THAT(planned.out,
              AllOf(HasSubstr("none: not analysed: can't be fetched: "),
                    HasSubstr("ext::sh: not analysed: "), HasSubstr("leaky: 1 finding")));
  EXPECT_THAT(planned.err, HasSubstr("3 repositories, 2 of them not analysed"));
}

TEST_F(FleetPlanTest, TakesNoFolderOfThisMachineUnlessAsked) {
  list({make("leaky", kLeaky)});
  EXPECT_THAT(plan({}).out, HasSubstr("not analysed: is a folder of this machine"));
  EXPECT_EQ(record("leaky").commit, "");
}

TEST_F(FleetPlanTest, RunsNothingOfARepository) {
  const std::string mark = "touch " + (folder_.path() / "ran").string();
  list({make("hostile", kLeaky,
             "printf '#!/bin/sh\\n" + mark +
                 "\\n' | tee .git/hooks/post-checkout .git/hooks/post-upload-pack "
                 ".git/hooks/reference-transaction >/dev/null; chmod +x .git/hooks/*\n"
                 "git config core.fsmonitor '" +
                 mark + "'; git config uploadpack.packObjectsHook '" + mark +
                 "'\n"
                 "git config filter.x.smudge '" +
                 mark +
                 "'; printf '*.py filter=x\\n' >.gitattributes\n"
                 "ln -s /etc/passwd link.py; ln -s / everything\n"
                 "git -c core.hooksPath= -c core.fsmonitor= -c filter.x.clean=cat add -A")});
  fs::remove(folder_.path() / "ran");
  EXPECT_THAT(plan({"--allow-paths"}).out, HasSubstr("1 finding in 1 file"));
  EXPECT_FALSE(fs::exists(folder_.path() / "ran"));
}

TEST_F(FleetPlanTest, FollowsTheSettingsOfARepositoryAndNoneAboveTheCheckout) {
  folder_.write("mlfix.yaml", "select: [resource]\n");
  list({make("ours", kLeaky),
        make("theirs", kLeaky, "printf 'ignore: [no-grad-eval]\\n' >mlfix.yaml")});
  EXPECT_THAT(plan({"--allow-paths"}).out,
              AllOf(HasSubstr("ours: 1 finding"), HasSubstr("theirs: 0 findings")));
  fs::remove_all(folder_.path() / "RUN");
  EXPECT_THAT(plan({"--allow-paths", "--no-config"}).out, HasSubstr("theirs: 1 finding"));
}

TEST_F(FleetPlanTest, GoesOnWhereItWas) {
  const fs::path first = make("first", kLeaky);
  const fs::path second = make("second", kLeaky);
  list({first});
  ASSERT_EQ(plan({"--allow-paths"}).status, 0);
  const auto again = plan({"--allow-paths"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("there is a record already (add --resume"));

  // What is finished is not fetched again: it could not be.
  fs::remove_all(first);
  list({first, second});
  const auto resumed = plan({"--allow-paths", "--resume"});
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_THAT(resumed.out, AllOf(HasSubstr("first: 1 finding"), HasSubstr("second: 1 finding")));
  EXPECT_THAT(plan({"--allow-paths", "--resume", "--unsafe"}).err,
              HasSubstr("another version or other options"));
}

TEST_F(FleetPlanTest, PartsMakeTheWhole) {
  std::vector<fs::path> all;
  for (int i = 0; i < 6; ++i)
    all.push_back(make("r" + std::to_string(i), i % 2 == 0 ? kLeaky : "x = 1\n"));
  list(all);
  std::string lines;
  for (const char* shard : {"1/2", "2/2"})
    lines += plan({"--allow-paths", "--quiet", "--shard", shard}).out;
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 6);
  const auto whole = plan({"--allow-paths", "--resume", "--format", "jsonl"});
  EXPECT_EQ(std::count(whole.out.begin(), whole.out.end(), '\n'), 6);
  EXPECT_THAT(whole.err, HasSubstr("6 repositories, 0 of them not analysed; 3 findings, 3 safe"));
}

TEST_F(FleetPlanTest, RefusesOptionsBeforeAnythingIsFetched) {
  list({make("leaky", kLeaky)});
  const std::vector<std::pair<Words, const char*>> cases = {
      {{"--select", "no-such-rule"}, "no-such-rule"},
      {{"--format", "sarif"}, "--format must be text or jsonl"},
      {{"--timeout", "0"}, "--timeout must be a number from 1"},
      {{"other.txt"}, "needs one list"},
  };
  for (const auto& [words, message] : cases) {
    const auto planned = plan(words);
    EXPECT_EQ(planned.status, 2) << message;
    EXPECT_THAT(planned.err, HasSubstr(message));
    EXPECT_THAT(planned.out, IsEmpty());
  }
  EXPECT_FALSE(fs::exists(folder_.path() / "RUN"));
}

}  // namespace
}  // namespace mlfix::fleet_plan_test
