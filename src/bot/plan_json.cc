// Bytes of paths that are no UTF-8 are replaced: JSON cannot carry them.

#include "bot/plan_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/labels.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

using PlanJson = nlohmann::ordered_json;

constexpr int kPlanVersion = 1;

constexpr std::array<std::pair<PullState, std::string_view>, 3> kStates = {
    {{PullState::Open, "open"}, {PullState::Closed, "closed"}, {PullState::Merged, "merged"}}};

std::string text_of(const PlanJson& json) {
  return json_visible(json.dump(2, ' ', false, PlanJson::error_handler_t::replace)) + "\n";
}

PlanJson or_null(const std::string& text) {
  return text.empty() ? PlanJson(nullptr) : PlanJson(text);
}

PlanJson finding_json(const FixedFinding& finding) {
  PlanJson json = {{"path", finding.path}};
  if (finding.place.cell) json["cell"] = *finding.place.cell;
  json["line"] = finding.place.position.line;
  json["message"] = finding.message;
  json["fix"] = finding.title;
  json["fingerprint"] = finding.fingerprint;
  return json;
}

PlanJson commit_json(const RuleCommit& commit, const Registry& registry) {
  PlanJson findings = PlanJson::array();
  for (const FixedFinding& finding : commit.findings) findings.push_back(finding_json(finding));
  return {{"rule", registry.rules()[commit.rule].name},
          {"commit", commit.commit},
          {"message", commit.message},
          {"files", commit.files},
          {"findings", std::move(findings)}};
}

PlanJson pull_json(const PlannedPull& pull, const Registry& registry) {
  PlanJson commits = PlanJson::array();
  for (const RuleCommit& commit : pull.series.commits) {
    commits.push_back(commit_json(commit, registry));
  }
  return {{"branch", pull.series.branch},
          {"group", pull.series.group},
          {"level", label(pull.series.level)},
          {"action", label(pull.decision.action)},
          {"reason", pull.decision.reason},
          {"push", pull.decision.push},
          {"number", pull.open ? PlanJson(pull.open->number) : PlanJson(nullptr)},
          {"url", pull.open ? or_null(pull.open->url) : PlanJson(nullptr)},
          {"old_tip", or_null(pull.old_tip)},
          {"tip", pull.series.commits.empty() ? PlanJson(nullptr) : PlanJson(pull.series.tip)},
          {"fingerprint", or_null(pull.fingerprint)},
          {"title", or_null(pull.title)},
          {"body", or_null(pull.body)},
          {"commits", std::move(commits)}};
}

Error unreadable_state(const std::string& path, std::string message) {
  return {ErrorKind::Unreadable, path, 0, std::move(message), "write it with `mlfix bot state`"};
}

PullRequest pull_of(const nlohmann::json& json) {
  PullRequest pull;
  pull.number = json.at("number").get<std::uint64_t>();
  pull.branch = json.at("branch").get<std::string>();
  pull.title = json.value("title", "");
  pull.body = json.value("body", "");
  pull.url = json.value("url", "");
  const std::string state = json.at("state").get<std::string>();
  const auto known = std::ranges::find(kStates, state, &decltype(kStates)::value_type::second);
  if (known == kStates.end()) throw std::invalid_argument("unknown state \"" + state + "\"");
  pull.state = known->first;
  return pull;
}

}  // namespace

std::string plan_json(const BotPlan& plan, const Registry& registry) {
  PlanJson pulls = PlanJson::array();
  for (const PlannedPull& pull : plan.pulls) pulls.push_back(pull_json(pull, registry));
  PlanJson errors = PlanJson::array();
  for (const Error& error : plan.errors) errors.push_back(error.to_string());
  const auto& repository = plan.repository;
  return text_of(
      {{"version", kPlanVersion},
       {"tool", "mlfix " MLFIX_VERSION},
       {"repository", repository ? PlanJson(fmt::format("{}/{}/{}", repository->host,
                                                        repository->owner, repository->name))
                                 : PlanJson(nullptr)},
       {"remote", plan.remote},
       {"base", {{"branch", plan.base_branch}, {"commit", plan.base_commit}}},
       {"pull_requests", std::move(pulls)},
       {"errors", std::move(errors)}});
}

std::string done_json(const std::vector<DonePull>& done) {
  PlanJson list = PlanJson::array();
  for (const DonePull& pull : done) {
    list.push_back({{"branch", pull.branch},
                    {"outcome", label(pull.outcome)},
                    {"detail", pull.detail},
                    {"number", pull.number == 0 ? PlanJson(nullptr) : PlanJson(pull.number)},
                    {"url", or_null(pull.url)}});
  }
  return text_of({{"version", kPlanVersion}, {"pull_requests", std::move(list)}});
}

std::string state_json(const std::vector<PullRequest>& pulls) {
  PlanJson list = PlanJson::array();
  for (const PullRequest& pull : pulls) {
    const auto state =
        std::ranges::find(kStates, pull.state, &decltype(kStates)::value_type::first);
    list.push_back({{"number", pull.number},
                    {"branch", pull.branch},
                    {"state", state->second},
                    {"title", pull.title},
                    {"url", pull.url},
                    {"body", pull.body}});
  }
  return text_of({{"version", kPlanVersion}, {"pull_requests", std::move(list)}});
}

Result<std::vector<PullRequest>> parse_state(std::string_view text, const std::string& path) {
  try {
    const nlohmann::json document = nlohmann::json::parse(text);
    if (document.at("version") != kPlanVersion) {
      return tl::unexpected(unreadable_state(path, "the state is of another version of mlfix"));
    }
    std::vector<PullRequest> pulls;
    for (const nlohmann::json& pull : document.at("pull_requests")) pulls.push_back(pull_of(pull));
    return pulls;
  } catch (const std::exception& error) {
    return tl::unexpected(
        unreadable_state(path, fmt::format("no state of a forge: {}", error.what())));
  }
}

}  // namespace mlfix
