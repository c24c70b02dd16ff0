// The parts of the bot that decide and that write: what it does in which state,
// what marks a commit and a description as its own, and that no secret and no
// greeting to a stranger gets out. tests/bot has the life of its pull requests.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "bot/decision.h"
#include "bot/forge.h"
#include "bot/marker.h"
#include "bot/messages.h"
#include "bot/own_commit.h"
#include "bot/plan_json.h"
#include "bot/prose.h"
#include "bot/redact.h"
#include "config/config_file.h"
#include "support/temporary_folder.h"
#include "transforms/registry.h"

namespace mlfix::bot_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Decisions

PullRequest open_pull() {
  return {7, "mlfix/loop", PullState::Open, "title", with_marker("text", {"f", "", {}}), "url"};
}

// A branch of ours that has all that is wanted, with its pull request.
BranchFacts settled() {
  BranchFacts facts;
  facts.wanted = facts.exists = facts.ours = facts.same_changes = facts.same_text = true;
  facts.forge_known = true;
  facts.open = open_pull();
  facts.slots = 1;
  return facts;
}

TEST(BotDecision, LeavesWhatIsUpToDate) {
  EXPECT_EQ(decide(settled()).action, PullAction::Leave);
}

TEST(BotDecision, OpensWhatIsNew) {
  BranchFacts facts = settled();
  facts.open.reset();
  facts.exists = facts.ours = facts.same_changes = false;
  EXPECT_EQ(decide(facts), (Decision{PullAction::Create, "new fixes", true}));
}

TEST(BotDecision, OpensWithoutAPushWhatWasPushedBefore) {
  BranchFacts facts = settled();
  facts.open.reset();
  EXPECT_EQ(decide(facts), (Decision{PullAction::Create, "new fixes", false}));
}

TEST(BotDecision, OpensNothingBeyondTheLimitButGoesOnWithWhatIsOpen) {
  BranchFacts facts = settled();
  facts.slots = 0;
  facts.same_changes = false;
  EXPECT_EQ(decide(facts).action, PullAction::Update);
  facts.open.reset();
  EXPECT_EQ(decide(facts).action, PullAction::Leave);
}

TEST(BotDecision, PushesWhenTheFixesChangedAndNotWhenOnlyTheTextDid) {
  BranchFacts facts = settled();
  facts.same_text = false;
  EXPECT_EQ(decide(facts), (Decision{PullAction::Update, "the description changed", false}));
  facts.same_changes = false;
  EXPECT_EQ(decide(facts), (Decision{PullAction::Update, "the fixes changed", true}));
}

TEST(BotDecision, NeverTouchesSomebodyElsesCommitWhateverElseHolds) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    BranchFacts facts;
    facts.exists = true;
    facts.wanted = (bits & 1U) != 0;
    facts.declined = (bits & 2U) != 0;
    facts.unsure = (bits & 4U) != 0;
    facts.forge_known = (bits & 8U) != 0;
    if ((bits & 16U) != 0) facts.open = open_pull();
    facts.slots = bits & 32U;
    const Decision decision = decide(facts);
    EXPECT_EQ(decision.action, PullAction::Leave) << bits;
    EXPECT_FALSE(decision.push) << bits;
  }
}

TEST(BotDecision, LeavesAPullRequestThatSomebodyElseDescribed) {
  BranchFacts facts = settled();
  facts.open->body = "My own words.";
  facts.same_changes = false;
  EXPECT_EQ(decide(facts).action, PullAction::Leave);
  facts.wanted = false;
  EXPECT_EQ(decide(facts).action, PullAction::Leave);
}

TEST(BotDecision, ClosesWhatHasNothingLeftUnlessItCannotKnow) {
  BranchFacts facts = settled();
  facts.wanted = false;
  EXPECT_EQ(decide(facts), (Decision{PullAction::Close, "nothing is left to fix", true}));
  facts.unsure = true;
  EXPECT_EQ(decide(facts).action, PullAction::Leave);
}

TEST(BotDecision, KeepsTheBranchOfAClosedPullRequest) {
  BranchFacts facts = settled();
  facts.wanted = false;
  facts.declined = true;
  facts.open.reset();
  EXPECT_EQ(decide(facts), (Decision{PullAction::Leave, "its fixes were declined", false}));
}

// The seal of its own commits

CommitDraft draft() {
  return {"t1", "p1", "b1", "1700000000 +0000", "Fix it\n\nBecause.\n"};
}

TEST(BotCommit, IsTheSameForTheSameDraft) {
  EXPECT_EQ(sealed_commit(draft(), {}), sealed_commit(draft(), {}));
}

TEST(BotCommit, NamesItsBase) {
  EXPECT_EQ(sealed_base(sealed_commit(draft(), {})), "b1");
}

TEST(BotCommit, IsNobodysAfterAnyChange) {
  const std::string whole = sealed_commit(draft(), {});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = changed[i] == 'x' ? 'y' : 'x';
    EXPECT_FALSE(sealed_base(changed)) << changed;
  }
  EXPECT_FALSE(sealed_base(whole + "more\n"));
  EXPECT_FALSE(sealed_base(whole.substr(0, whole.size() - 1)));
  EXPECT_FALSE(sealed_base(""));
}

TEST(BotCommit, CarriesTheConfiguredIdentityAndSignOff) {
  BotSettings settings;
  settings.author = "Leak Bot <leaks@example.org>";
  settings.sign_off = true;
  const std::string text = sealed_commit(draft(), settings);
  EXPECT_THAT(text, HasSubstr("author Leak Bot <leaks@example.org> 1700000000 +0000\n"));
  EXPECT_THAT(text, HasSubstr("\nSigned-off-by: Leak Bot <leaks@example.org>\nMlfix-Bot: "));
}

TEST(BotCommit, TakesTheDateOfTheCommitter) {
  EXPECT_EQ(date_of("tree t\nauthor A <a> 1 +0000\ncommitter B <b> 2 +0100\n\nx\n"), "2 +0100");
  EXPECT_FALSE(date_of("tree t\n\nx\n"));
}

// The marker of its descriptions

TEST(BotMarker, ComesBackAsItWas) {
  const Marker marker{"0123456789abcdef", "", {"aa", "bb"}, true, true};
  const auto found = find_marker(with_marker("Text.\n\n- list", marker));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fingerprint, marker.fingerprint);
  EXPECT_EQ(found->findings, marker.findings);
  EXPECT_TRUE(found->is_new && found->closed_by_bot);
}

TEST(BotMarker, SurvivesTheLineEndsOfABrowser) {
  std::string body = with_marker("One\n\ntwo", {"f", "", {"aa"}});
  for (std::size_t at = 0; (at = body.find('\n', at)) != std::string::npos; at += 2) {
    body.replace(at, 1, "\r\n");
  }
  ASSERT_TRUE(find_marker(body));
  EXPECT_EQ(find_marker(body)->findings, std::set<std::string>{"aa"});
}

TEST(BotMarker, IsNotFoundWhereItIsNotWhole) {
  const std::string body = with_marker("Text", {"f", "", {"aa"}});
  EXPECT_FALSE(find_marker("Text"));
  EXPECT_FALSE(find_marker(body.substr(0, body.size() - 5)));
  EXPECT_FALSE(find_marker(""));
}

TEST(BotMarker, RemembersWhichTextWasPlannedWhateverStandsAboveIt) {
  const std::string planned = hash_of_description("One");
  EXPECT_NE(planned, hash_of_description("Two"));
  EXPECT_EQ(find_marker(with_marker("One, measured", {"f", planned, {}}))->text, planned);
  EXPECT_EQ(without_marker(with_marker("One", {"f", "", {}})), "One");
}

// Descriptions

FixSeries series_of(std::size_t findings) {
  FixSeries series;
  series.group = "gradient";
  RuleCommit commit;
  for (std::size_t i = 0; i < findings; ++i) {
    commit.findings.push_back({fmt::format("package/module_{}.py", i),
                               {std::nullopt, {3, 1}},
                               "the sum keeps every graph",
                               "Decorate it with @torch.no_grad()",
                               Growth::Linear,
                               Severity::High,
                               {{{std::nullopt, {2, 1}}, "made here, see #12 of @octocat"}},
                               {{{std::nullopt, {2, 1}}, "made here"},
                                {{std::nullopt, {7, 5}}, "added to `self.sum`", "meters.py"}},
                               "aa"});
  }
  series.commits.push_back(std::move(commit));
  return series;
}

std::string text_of(const FixSeries& series, std::size_t limit = kLongestBody) {
  static const Registry registry = shipped_registry();
  const auto link = [](const std::string& path, std::optional<std::uint32_t> line) {
    return fmt::format("https://example.org/{}#L{}", path, line.value_or(0));
  };
  return pull_text(series, {registry, link, {}}, limit);
}

TEST(BotText, LinksEveryFact) {
  const std::string text = text_of(series_of(1));
  EXPECT_THAT(text,
              HasSubstr("[`package/module_0.py:3`](https://example.org/package/module_0.py#L3)"));
  EXPECT_THAT(text, HasSubstr("([line 2](https://example.org/package/module_0.py#L2))"));
  EXPECT_THAT(text, HasSubstr("memory grows with every iteration"));
}

TEST(BotText, LinksTheStepsOfAWayInTheirFiles) {
  const std::string text = text_of(series_of(1));
  EXPECT_THAT(text, HasSubstr("  - How it comes about:\n    1. made here ([line 2]("));
  EXPECT_THAT(text, HasSubstr("(`meters.py`, [line 7](https://example.org/meters.py#L7))"));
}

TEST(BotText, StaysBelowItsLimitAndSaysWhatIsMissing) {
  for (const std::size_t limit : {8'000U, 20'000U, 65'000U}) {
    const std::string text = text_of(series_of(2000), limit);
    EXPECT_LE(text.size(), limit);
    EXPECT_THAT(text, HasSubstr("more, left out because a description has a limit"));
    EXPECT_THAT(text, HasSubstr("### The same on your machine"));
  }
  EXPECT_THAT(text_of(series_of(3)), Not(HasSubstr("left out")));
}

TEST(BotText, CallsNobody) {
  const std::string text = text_of(series_of(1));
  EXPECT_THAT(text, Not(HasSubstr("@torch")));
  EXPECT_THAT(text, Not(HasSubstr("@octocat")));
  EXPECT_THAT(text, Not(HasSubstr("#12")));
  const Registry registry = shipped_registry();
  const std::string message =
      commit_message(registry.rules()[0], Applicability::Safe, series_of(1).commits[0].findings);
  EXPECT_THAT(message, Not(HasSubstr("@torch")));
}

TEST(BotText, EveryLineOfACommitMessageIsShort) {
  const Registry registry = shipped_registry();
  for (const Rule& rule : registry.rules()) {
    const std::string message =
        commit_message(rule, Applicability::Unsafe, series_of(2).commits[0].findings);
    EXPECT_LE(message.find('\n'), 72U) << message;
  }
}

TEST(BotProse, JoinsParagraphsAndKeepsCode) {
  EXPECT_EQ(unwrapped("one\ntwo\n\n- a\n  b\n- c\n\n```\nx\ny\n```\nend\n"),
            "one two\n\n- a b\n- c\n\n```\nx\ny\n```\nend");
  EXPECT_EQ(first_paragraph("\none\ntwo\n\nthree"), "one two");
  EXPECT_EQ(filled("aa bb cc", 5), "aa bb\ncc");
}

// Secrets

TEST(BotRedact, HidesUsersOfAddresses) {
  EXPECT_EQ(redacted("fatal: 'https://bot:abc@example.org/a.git/': denied"),
            "fatal: 'https://***@example.org/a.git/': denied");
  EXPECT_EQ(redacted("http://a@b http://c/d@e"), "http://***@b http://c/d@e");
}

TEST(BotRedact, HidesTokensByTheirFormAndPlace) {
  EXPECT_EQ(redacted("ghp_0123456789 github_pat_ABC_def1 glpat-abcdefgh"), "*** *** ***");
  EXPECT_EQ(redacted("> Authorization: basic eHg6eXk=\nnext"), "> Authorization: ***\nnext");
  EXPECT_EQ(redacted("ghp_"), "ghp_");
}

TEST(BotRedact, HidesWhatTheEnvironmentCallsSecret) {
  setenv("MLFIX_TEST_TOKEN", "hunter2hunter2", 1);
  EXPECT_EQ(redacted("said hunter2hunter2 twice: hunter2hunter2"), "said *** twice: ***");
  unsetenv("MLFIX_TEST_TOKEN");
}

// Addresses

// A gh that gives one answer, whatever it is asked.
class AnsweringGh {
 public:
  AnsweringGh() {
    const auto script = folder_.write("gh", "#!/bin/sh\nexec cat \"${0%/*}/answer\"\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  AnsweringGh(const AnsweringGh&) = delete;
  AnsweringGh& operator=(const AnsweringGh&) = delete;
  ~AnsweringGh() { setenv("PATH", path_.c_str(), 1); }

  void answer(int status, const std::string& body) const {
    folder_.write("answer", fmt::format("HTTP/2.0 {} X\r\nA: b\r\n\r\n{}", status, body));
  }

 private:
  const std::string path_ = std::getenv("PATH");
  const testing::TemporaryFolder folder_;
};

TEST(BotForge, AnAnswerOfAnotherFormIsAnError) {
  const AnsweringGh gh;
  Patience patience;
  patience.attempts = 1;
  const auto forge = github_forge({"github.com", "acme", "trainer"}, patience);
  const std::string deep = std::string(2'000'000, '[') + std::string(2'000'000, ']');
  for (const std::string& body :
       {std::string("[]"), std::string("7"), std::string("no JSON"),
        std::string(R"({"data": null})"), std::string(R"({"data": {"repository": {"b0": 1}}})"),
        std::string(R"({"data": {"repository": {"b0": {"pageInfo": {"hasNextPage": "x"}}}}})"),
        std::string(R"({"errors": 1})"), std::string(R"({"errors": []})"),
        std::string(R"({"errors": [{"type": 1, "message": []}]})"), deep,
        "{\"message\": \"x\", \"errors\": " + deep + "}"}) {
    for (const int status : {200, 404}) {
      gh.answer(status, body);
      EXPECT_FALSE(forge->pull_requests({"mlfix/gradient"})) << status << body.substr(0, 80);
      EXPECT_FALSE(forge->create({})) << status << body.substr(0, 80);
    }
  }
  gh.answer(404, R"({"message": [1], "errors": "x"})");
  EXPECT_THAT(forge->close(1, "").error().message, HasSubstr("HTTP 404"));
}

TEST(BotForge, UnderstandsTheAddressesOfRemotes) {
  const RepositoryName name{"github.com", "acme", "trainer"};
  for (const char* address :
       {"https://github.com/acme/trainer.git", "https://x:secret@github.com/acme/trainer",
        "git@github.com:acme/trainer.git", "ssh://git@github.com:22/acme/trainer.git/",
        "acme/trainer", "github.com/acme/trainer"}) {
    EXPECT_EQ(parse_repository(address), name) << address;
  }
  EXPECT_EQ(parse_repository("git@gitlab.com:a/b/c.git"),
            (RepositoryName{"gitlab.com", "a/b", "c"}));
  for (const char* address : {"/srv/trainer.git", "../trainer", "trainer", "file:///srv/a/b", ""}) {
    EXPECT_FALSE(parse_repository(address)) << address;
  }
}

TEST(BotForge, EscapesPathsInLinks) {
  EXPECT_EQ(line_link({"github.com", "acme", "trainer"}, "c0ffee", "a b/ü#.py", 3),
            "https://github.com/acme/trainer/blob/c0ffee/a%20b/%C3%BC%23.py#L3");
}

TEST(BotForge, LinksAsTheForgeDoes) {
  EXPECT_EQ(line_link({"gitlab.example.org", "acme/ml", "trainer"}, "c0ffee", "a.py", 3),
            "https://gitlab.example.org/acme/ml/trainer/-/blob/c0ffee/a.py#L3");
}

// What the forge knows, in a file

TEST(BotState, ComesBackAsItWas) {
  const std::vector<PullRequest> pulls = {open_pull(),
                                          {8, "mlfix/x", PullState::Closed, "t", "b", "u"},
                                          {9, "mlfix/x", PullState::Merged, "t", "b", "u"}};
  const auto read = parse_state(state_json(pulls), "state.json");
  ASSERT_TRUE(read) << read.error().to_string();
  ASSERT_EQ(read->size(), pulls.size());
  for (std::size_t i = 0; i < pulls.size(); ++i) {
    EXPECT_EQ((*read)[i].number, pulls[i].number);
    EXPECT_EQ((*read)[i].state, pulls[i].state);
    EXPECT_EQ((*read)[i].body, pulls[i].body);
  }
}

TEST(BotState, RefusesWhatItDoesNotUnderstand) {
  for (const char* text :
       {"", "[]", "{}", R"({"version": 2, "pull_requests": []})",
        R"({"version": 1, "pull_requests": [{"number": 1, "branch": "b", "state": "odd"}]})"}) {
    const auto read = parse_state(text, "state.json");
    ASSERT_FALSE(read) << text;
    EXPECT_THAT(read.error().to_string(), HasSubstr("state.json"));
  }
}

// Configuration

Result<ConfigFile> config_of(const std::string& text) {
  return parse_config_file(text, "mlfix.yaml", shipped_registry(), {});
}

TEST(BotConfig, ReadsEveryKey) {
  const auto file = config_of(R"(bot:
  base: develop
  remote: upstream
  repository: acme/trainer
  branch-prefix: bots/mlfix-
  max-open: 5
  unsafe: true
  labels: [leaks]
  reviewers: ada
  author: Leak Bot <leaks@example.org>
  sign-off: true
  blame-ignore-revs: true
  measure: [python, train.py]
)");
  ASSERT_TRUE(file) << file.error().to_string();
  const BotSettings& bot = file->bot;
  EXPECT_EQ(bot.base + bot.remote + bot.repository, "developupstreamacme/trainer");
  EXPECT_EQ(bot.branch_prefix, "bots/mlfix-");
  EXPECT_EQ(bot.max_open, 5);
  EXPECT_TRUE(bot.unsafe && bot.sign_off && bot.blame_ignore_revs);
  EXPECT_EQ(bot.labels, std::vector<std::string>{"leaks"});
  EXPECT_EQ(bot.reviewers, std::vector<std::string>{"ada"});
  EXPECT_EQ(bot.author, "Leak Bot <leaks@example.org>");
  EXPECT_EQ(bot.measure, (std::vector<std::string>{"python", "train.py"}));
}

TEST(BotConfig, RefusesWhatWouldOnlyFailLater) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"labls: [x]", "labels"},
      {"max-open: -1", "must not be negative"},
      {"max-open: many", "max-open"},
      {"author: Bot", "Name <name@example.org>"},
      {"author: \"Bot <a>\\nx <b>\"", "author"},
      {"branch-prefix: \"../\"", "branch-prefix"},
      {"branch-prefix: \"a b\"", "branch-prefix"}};
  for (const auto& [line, expected] : cases) {
    const auto file = config_of("bot:\n  " + line + "\n");
    ASSERT_FALSE(file) << line;
    EXPECT_THAT(file.error().to_string(), HasSubstr("mlfix.yaml:2: ")) << line;
    EXPECT_THAT(file.error().to_string(), HasSubstr(expected)) << line;
  }
}

}  // namespace
}  // namespace mlfix::bot_test
