// A new pull request is marked as new until its labels and reviewers are set:
// a run that dies in between leaves a mark by which the next one knows, and what
// people change later is never changed back.

#include "bot/execution.h"

#include <fmt/format.h>

#include <utility>

#include "bot/marker.h"

namespace mlfix {
namespace {

constexpr std::string_view kPushedMeanwhile = "somebody pushed to its branch just now";
constexpr std::string_view kClosing =
    "*Closed by mlfix: nothing is left to fix here. The fixes were merged some other way, or the "
    "code is gone.*\n\n";

class Executor {
 public:
  Executor(const BotPlan& plan, const Git& git, Forge& forge, const BotSettings& settings)
      : plan_(plan), git_(git), forge_(forge), settings_(settings) {}

  DonePull carry_out(const PlannedPull& pull) {
    DonePull done{pull.series.branch, PullOutcome::Left, pull.decision.reason,
                  pull.open ? pull.open->number : 0, pull.open ? pull.open->url : std::string()};
    const Result<void> result = act(pull, done);
    if (!result) {
      done.outcome = PullOutcome::Failed;
      done.detail = result.error().to_string();
    }
    return done;
  }

 private:
  Result<void> act(const PlannedPull& pull, DonePull& done) {
    switch (pull.decision.action) {
      case PullAction::Leave:
        return {};
      case PullAction::Close:
        return close(pull, done);
      case PullAction::Create:
      case PullAction::Update:
        break;
    }
    if (pull.decision.push) {
      const auto pushed =
          git_.push(plan_.remote, pull.series.branch, pull.series.tip, pull.old_tip);
      if (!pushed) return tl::unexpected(pushed.error());
      if (*pushed == PushResult::Stale) {
        done.detail = kPushedMeanwhile;
        return {};
      }
    }
    return pull.decision.action == PullAction::Create ? create(pull, done) : update(pull, done);
  }

  bool has_extras() const { return !settings_.labels.empty() || !settings_.reviewers.empty(); }

  static std::string marked_new(const std::string& body) {
    Marker marker = find_marker(body).value_or(Marker{});
    marker.is_new = true;
    return with_marker(without_marker(body), marker);
  }

  Result<void> create(const PlannedPull& pull, DonePull& done) {
    const std::string body = has_extras() ? marked_new(pull.body) : pull.body;
    const auto made = forge_.create({pull.series.branch, plan_.base_branch, pull.title, body});
    if (!made) return tl::unexpected(made.error());
    done.number = made->number;
    done.url = made->url;
    done.outcome = PullOutcome::Created;
    return has_extras() ? add_extras(pull, made->number) : Result<void>();
  }

  Result<void> add_extras(const PlannedPull& pull, std::uint64_t number) {
    if (!settings_.labels.empty()) {
      if (auto result = forge_.add_labels(number, settings_.labels); !result) return result;
    }
    if (!settings_.reviewers.empty()) {
      if (auto result = forge_.request_reviews(number, settings_.reviewers); !result) return result;
    }
    return forge_.edit(number, pull.title, pull.body);
  }

  Result<void> update(const PlannedPull& pull, DonePull& done) {
    done.outcome = PullOutcome::Updated;
    if (!pull.open) return {};
    const auto marker = find_marker(pull.open->body);
    if (marker && marker->is_new) return add_extras(pull, pull.open->number);
    return forge_.edit(pull.open->number, pull.title, pull.body);
  }

  Result<void> close(const PlannedPull& pull, DonePull& done) {
    done.outcome = PullOutcome::Closed;
    if (pull.open) {
      Marker marker = find_marker(pull.open->body).value_or(Marker{});
      marker.closed_by_bot = true;
      const std::string text = std::string(kClosing) + without_marker(pull.open->body);
      if (auto result = forge_.close(pull.open->number, with_marker(text, marker)); !result) {
        return result;
      }
    }
    if (!pull.decision.push) return {};
    const auto deleted = git_.push(plan_.remote, pull.series.branch, "", pull.old_tip);
    if (!deleted) return tl::unexpected(deleted.error());
    if (*deleted == PushResult::Stale) done.detail += "; its branch was pushed to and stays";
    return {};
  }

  const BotPlan& plan_;
  const Git& git_;
  Forge& forge_;
  const BotSettings& settings_;
};

}  // namespace

std::string_view label(PullOutcome outcome) {
  switch (outcome) {
    case PullOutcome::Created:
      return "created";
    case PullOutcome::Updated:
      return "updated";
    case PullOutcome::Closed:
      return "closed";
    case PullOutcome::Left:
      return "left";
    case PullOutcome::Failed:
      return "failed";
  }
  return "failed";
}

Result<void> fetch_refs(const Git& git, const BotSettings& settings, const std::string& base) {
  return git.fetch(settings.remote, {base, settings.branch_prefix + "*"});
}

std::vector<DonePull> execute(const BotPlan& plan, const Git& git, Forge& forge,
                              const BotSettings& settings, const std::function<bool()>& stop) {
  Executor executor(plan, git, forge, settings);
  std::vector<DonePull> result;
  for (const PlannedPull& pull : plan.pulls) {
    if (stop()) break;
    result.push_back(executor.carry_out(pull));
  }
  return result;
}

}  // namespace mlfix
