// One analysis of all rules tells which groups have anything to fix; only for
// these are branches made. What people said no to is collected first, over all
// closed pull requests, since a fix may come back under another group or level.

#include "bot/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "bot/marker.h"
#include "bot/messages.h"
#include "bot/own_commit.h"
#include "bot/remote.h"

namespace mlfix {
namespace {

constexpr std::string_view kUnsafeSuffix = "-unsafe";

std::vector<std::string> groups_of(const Registry& registry) {
  std::vector<std::string> groups;
  for (const Rule& rule : registry.rules()) {
    if (std::ranges::find(groups, rule.group) == groups.end()) groups.push_back(rule.group);
  }
  return groups;
}

std::string branch_of(const BotSettings& settings, const std::string& group, Applicability level) {
  return fmt::format("{}{}{}", settings.branch_prefix, group,
                     level == Applicability::Safe ? "" : kUnsafeSuffix);
}

std::set<std::string> declined_findings(const ForgeState& state) {
  std::set<std::string> declined;
  if (!state) return declined;
  for (const PullRequest& pull : *state) {
    const auto marker = find_marker(pull.body);
    if (pull.state != PullState::Closed || !marker || marker->closed_by_bot) continue;
    declined.insert(marker->findings.begin(), marker->findings.end());
  }
  return declined;
}

std::optional<PullRequest> open_pull(const ForgeState& state, const std::string& branch) {
  if (!state) return std::nullopt;
  const auto found = std::ranges::find_if(*state, [&](const PullRequest& pull) {
    return pull.branch == branch && pull.state == PullState::Open;
  });
  return found == state->end() ? std::nullopt : std::optional(*found);
}

Result<std::string> base_branch(const Git& git, const BotSettings& settings) {
  if (!settings.base.empty()) return settings.base;
  const std::string head = fmt::format("refs/remotes/{}/HEAD", settings.remote);
  if (const auto target = git.run({"symbolic-ref", "--quiet", head})) {
    const std::string name = target->substr(head.size() - 4);
    return name.substr(0, name.find('\n'));
  }
  for (const char* name : {"main", "master"}) {
    if (git.commit(fmt::format("refs/remotes/{}/{}", settings.remote, name))) return name;
  }
  return tl::unexpected(
      Error{ErrorKind::Usage,
            {},
            0,
            fmt::format("the default branch of {} is not known here", settings.remote),
            fmt::format("run `git remote set-head {} --auto`, or set bot.base in mlfix.yaml",
                        settings.remote)});
}

Result<std::string> base_commit(const Git& git, const BotSettings& settings,
                                const std::string& branch) {
  if (auto commit = git.commit(fmt::format("refs/remotes/{}/{}", settings.remote, branch))) {
    return *commit;
  }
  return tl::unexpected(
      Error{ErrorKind::Usage,
            {},
            0,
            fmt::format("there is no branch {} of the remote {} here", branch, settings.remote),
            fmt::format("run `git fetch {}`, or correct bot.base in mlfix.yaml", settings.remote)});
}

class Planner {
 public:
  Planner(const PlanInput& input, BotPlan plan, Bench bench)
      : input_(input),
        plan_(std::move(plan)),
        bench_(std::move(bench)),
        declined_(declined_findings(input.state)) {}

  Result<BotPlan> make() {
    for (const Applicability level : {Applicability::Safe, Applicability::Unsafe}) {
      if (auto done = look(level); !done) return tl::unexpected(std::move(done.error()));
    }
    count_slots();
    for (const std::string& group : groups_of(input_.registry)) {
      for (const Applicability level : {Applicability::Safe, Applicability::Unsafe}) {
        if (auto done = add(group, level); !done) return tl::unexpected(std::move(done.error()));
      }
    }
    return std::move(plan_);
  }

 private:
  struct Found {
    std::set<std::uint32_t> rules;                       // that have something to fix
    std::map<std::string, std::set<std::string>> known;  // fingerprints by group
    std::set<std::string> declined;                      // groups with a fix that was declined
  };

  // One analysis of all rules, on the base itself.
  Result<void> look(Applicability level) {
    if (level == Applicability::Unsafe && !input_.settings.unsafe) return {};
    const auto report = input_.analyse(bench_.folder(), {std::nullopt, level, {}});
    if (!report) return tl::unexpected(report.error());
    Found& found = found_[level];
    for (const FileReport& file : report->files) {
      for (const FileFinding& entry : file.result.findings) note(entry, found);
    }
    if (level == Applicability::Safe) plan_.errors = report->errors;
    for (Error& error : plan_.errors) name_in_repository(error);
    return {};
  }

  void note(const FileFinding& entry, Found& found) {
    if (!entry.applied) return;
    const Rule& rule = input_.registry.rules()[entry.finding.rule];
    const std::string& fingerprint = entry.identity.fingerprint;
    if (declined_.contains(fingerprint)) {
      found.declined.insert(rule.group);
      return;
    }
    found.rules.insert(entry.finding.rule);
    found.known[rule.group].insert(fingerprint);
  }

  void name_in_repository(Error& error) const {
    const std::filesystem::path path(error.path);
    if (!path.is_absolute()) return;
    error.path = path.lexically_relative(bench_.folder()).generic_string();
  }

  void count_slots() {
    std::int64_t open = 0;
    for (const PullRequest& pull : input_.state.value_or(std::vector<PullRequest>{})) {
      if (pull.state == PullState::Open) ++open;
    }
    slots_ = static_cast<std::size_t>(std::max<std::int64_t>(input_.settings.max_open - open, 0));
  }

  std::vector<std::uint32_t> rules_of(const std::string& group, const Found& found) const {
    std::vector<std::uint32_t> rules;
    for (const std::uint32_t rule : found.rules) {
      if (input_.registry.rules()[rule].group == group) rules.push_back(rule);
    }
    return rules;
  }

  Result<void> add(const std::string& group, Applicability level) {
    const Found& found = found_[level];
    auto series = make_series(input_.git, bench_, input_.analyse, input_.settings, input_.registry,
                              rules_of(group, found), {std::nullopt, level, declined_});
    if (!series) return tl::unexpected(std::move(series.error()));
    PlannedPull pull;
    pull.series = std::move(*series);
    pull.series.group = group;
    pull.series.branch = branch_of(input_.settings, group, level);
    pull.open = open_pull(input_.state, pull.series.branch);
    BranchFacts facts = facts_of(pull);
    facts.declined = found.declined.contains(group);
    describe(pull, facts);
    pull.decision = decide(facts);
    add_measurement(pull);
    if (pull.decision.action == PullAction::Create) --slots_;
    const bool nothing_to_say = !facts.wanted && !facts.exists && !facts.open && !facts.declined;
    if (!nothing_to_say) plan_.pulls.push_back(std::move(pull));
    return {};
  }

  BranchFacts facts_of(PlannedPull& pull) const {
    const FixSeries& series = pull.series;
    BranchFacts facts;
    facts.wanted = !series.commits.empty();
    facts.forge_known = input_.state.has_value();
    facts.open = pull.open;
    facts.slots = slots_;
    const auto tip =
        input_.git.commit(fmt::format("refs/remotes/{}/{}", input_.settings.remote, series.branch));
    if (!tip) return facts;
    pull.old_tip = *tip;
    facts.exists = true;
    pull.old_base = input_.git.commit_text(*tip).map(sealed_base).value_or(std::nullopt);
    facts.ours = pull.old_base.has_value();
    if (!facts.ours) return facts;
    const auto old_changes = input_.git.changes(*pull.old_base, *tip);
    const auto changes = input_.git.changes(bench_.base(), series.tip);
    facts.same_changes = *tip == series.tip || (old_changes && changes && *old_changes == *changes);
    facts.unsure = !old_changes || std::ranges::any_of(*old_changes, [this](const TreeChange& c) {
      return std::ranges::any_of(plan_.errors,
                                 [&](const Error& e) { return e.path == c.after.path; });
    });
    return facts;
  }

  // A branch that is left as it is keeps the links to the commit it was made on.
  std::string text_of(const PlannedPull& pull, const std::string& commit, const Marker& marker,
                      std::string measured) const {
    const auto link = [&](const std::string& path, std::optional<std::uint32_t> line) {
      return plan_.repository ? line_link(*plan_.repository, commit, path, line) : std::string();
    };
    const std::size_t room = kLongestBody - marker_line(marker).size() - 100;
    return pull_text(pull.series, {input_.registry, link, std::move(measured)}, room);
  }

  void describe(PlannedPull& pull, BranchFacts& facts) const {
    if (!facts.wanted) return;
    Marker marker;
    marker.findings = proposed(pull.series);
    marker.fingerprint = fingerprint_of_all(marker.findings);
    const std::string text =
        text_of(pull, facts.same_changes ? *pull.old_base : bench_.base(), marker, {});
    marker.text = hash_of_description(text);
    pull.title = pull_title(pull.series);
    pull.body = with_marker(text, marker);
    pull.fingerprint = marker.fingerprint;
    if (!facts.open) return;
    const auto old = find_marker(facts.open->body);
    facts.same_text = old && old->text == marker.text && !old->is_new && !old->closed_by_bot;
  }

  // No two measurements are the same, so they are no reason for an update: the
  // marker does not know of them.
  void add_measurement(PlannedPull& pull) const {
    const bool is_written =
        pull.decision.action == PullAction::Create || pull.decision.action == PullAction::Update;
    if (!is_written || !input_.measure) return;
    std::string measured = input_.measure(plan_, pull.series);
    if (measured.empty()) return;
    const Marker marker = *find_marker(pull.body);
    pull.body = with_marker(text_of(pull, bench_.base(), marker, std::move(measured)), marker);
  }

  // What a "no" to this series is a no to: its findings as the base shows them,
  // and as they were when the commits before had changed lines around them.
  std::set<std::string> proposed(const FixSeries& series) const {
    std::set<std::string> findings;
    for (const RuleCommit& commit : series.commits) {
      for (const FixedFinding& finding : commit.findings) findings.insert(finding.fingerprint);
    }
    const auto& known = found_.at(series.level).known;
    if (const auto of_group = known.find(series.group); of_group != known.end()) {
      findings.insert(of_group->second.begin(), of_group->second.end());
    }
    return findings;
  }

  const PlanInput& input_;
  BotPlan plan_;
  Bench bench_;
  std::set<std::string> declined_;
  std::map<Applicability, Found> found_;
  std::size_t slots_ = 0;
};

}  // namespace

std::vector<std::string> bot_branches(const Registry& registry, const BotSettings& settings) {
  std::vector<std::string> branches;
  for (const std::string& group : groups_of(registry)) {
    branches.push_back(branch_of(settings, group, Applicability::Safe));
    branches.push_back(branch_of(settings, group, Applicability::Unsafe));
  }
  return branches;
}

std::optional<RepositoryName> repository_of(const Git& git, const BotSettings& settings) {
  if (!settings.repository.empty()) return parse_repository(settings.repository);
  if (!is_remote_name(settings.remote)) return std::nullopt;
  const auto address = git.run({"remote", "get-url", "--", settings.remote});
  if (!address) return std::nullopt;
  return parse_repository(address->substr(0, address->find('\n')));
}

Result<BotPlan> make_plan(const PlanInput& input) {
  BotPlan plan;
  plan.repository = repository_of(input.git, input.settings);
  plan.remote = input.settings.remote;
  auto branch = base_branch(input.git, input.settings);
  if (!branch) return tl::unexpected(std::move(branch.error()));
  plan.base_branch = std::move(*branch);
  auto commit = base_commit(input.git, input.settings, plan.base_branch);
  if (!commit) return tl::unexpected(std::move(commit.error()));
  plan.base_commit = std::move(*commit);
  auto bench = Bench::set_up(input.git, plan.base_commit, input.folder);
  if (!bench) return tl::unexpected(std::move(bench.error()));
  return Planner(input, std::move(plan), std::move(*bench)).make();
}

}  // namespace mlfix
