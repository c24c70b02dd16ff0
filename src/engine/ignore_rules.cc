// The rules are in the registry like any other, so that every report, selection
// and severity works for them. Their check does nothing: it would be called
// before the last finding is known.

#include "engine/ignore_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/settled_verdict.h"

namespace mlfix {
namespace {

constexpr std::string_view kUnused = "unused_ignore";
constexpr std::string_view kExpired = "expired_ignore";

Rule engine_rule(std::string_view stem, std::string_view page) {
  Transform transform;
  transform.stem = stem;
  transform.check = [](const Context&, NodeId, Findings&) {};
  transform.kinds = {Kind::Module};
  transform.triggers = {"mlfix:"};
  Rule rule = make_rule(std::move(transform), "comment", page, true, "");
  rule.by_engine = true;
  return rule;
}

class IdleIgnores {
 public:
  IdleIgnores(const SyntaxTree& tree, const Cells& cells, const Dispatcher& dispatcher)
      : tree_(tree),
        cells_(cells),
        dispatcher_(dispatcher),
        unused_(enabled_rule(kUnused)),
        expired_(enabled_rule(kExpired)) {}

  std::vector<Finding> find(const Suppressions& suppressions) {
    for (const Suppression& one : suppressions.all()) {
      if (one.expired) {
        if (expired_) add_expired(one);
      } else if (unused_) {
        add_unused(one);
      }
    }
    return std::move(findings_);
  }

 private:
  std::optional<std::uint32_t> enabled_rule(std::string_view stem) const {
    const auto rule = dispatcher_.registry().find(rule_name_of_stem(stem));
    return rule && dispatcher_.settings(*rule).enabled ? rule : std::nullopt;
  }

  std::string_view text(TextRange range) const {
    return tree_.source().substr(range.begin, range.size());
  }

  Finding& add(std::uint32_t rule, TextRange range, std::string message, std::string title,
               Edit edit) {
    Finding& finding = findings_.emplace_back();
    finding.rule = rule;
    finding.severity = dispatcher_.settings(rule).severity;
    finding.range = range;
    finding.message = std::move(message);
    finding.fix = Fix(std::move(title), {Replace{std::move(edit)}}, verdict_on_comment());
    return finding;
  }

  Edit without(const Suppression& one) const {
    return without_ignore_comment(tree_.source(), one.comment, !cells_.empty());
  }

  void add_expired(const Suppression& one) {
    const std::string message =
        is_date(one.comment.until)
            ? fmt::format("this comment was to silence until {}, which has passed",
                          one.comment.until)
            : fmt::format("`{}` is no date, so this comment silences nothing", one.comment.until);
    add(*expired_, one.comment.range, message, "Remove the comment", without(one));
  }

  // Did all of its rules run that would by default?
  bool is_judged(const Suppression::Target& target) const {
    const auto runs = [&](std::uint32_t rule) { return dispatcher_.settings(rule).enabled; };
    const auto is_missing = [&](std::uint32_t rule) {
      return !runs(rule) && dispatcher_.registry().rules()[rule].on_by_default;
    };
    return std::ranges::any_of(target.rules, runs) &&
           std::ranges::none_of(target.rules, is_missing);
  }

  void add_unused(const Suppression& one) {
    std::vector<std::string_view> idle;
    std::vector<std::string_view> kept;
    TextRange first_idle = one.comment.range;
    for (const Suppression::Target& target : one.targets) {
      const bool is_idle = !target.used && is_judged(target);
      if (is_idle && idle.empty()) first_idle = target.name;
      (is_idle ? idle : kept).push_back(text(target.name));
    }
    if (idle.empty() && !one.targets.empty()) return;
    if (kept.empty()) {
      const std::string names =
          one.comment.names.empty()
              ? std::string("no rule finds anything here")
              : fmt::format("nothing of {} is found here", fmt::join(idle, ", "));
      add(*unused_, one.comment.range, fmt::format("this comment silences nothing: {}", names),
          "Remove the comment", without(one));
    } else {
      const TextRange list = *one.comment.list;
      add(*unused_, first_idle,
          fmt::format("this comment silences nothing of {}", fmt::join(idle, ", ")),
          fmt::format("Remove {} from the comment", fmt::join(idle, ", ")),
          {list.begin, list.end, fmt::format("{}", fmt::join(kept, ", "))});
    }
  }

  const SyntaxTree& tree_;
  const Cells& cells_;
  const Dispatcher& dispatcher_;
  std::optional<std::uint32_t> unused_;
  std::optional<std::uint32_t> expired_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Rule> ignore_rules(std::string_view unused_page, std::string_view expired_page) {
  std::vector<Rule> rules;
  rules.push_back(engine_rule(kUnused, unused_page));
  rules.push_back(engine_rule(kExpired, expired_page));
  return rules;
}

std::vector<Finding> find_idle_ignores(const SyntaxTree& tree, const Cells& cells,
                                       const Dispatcher& dispatcher,
                                       const Suppressions& suppressions) {
  return IdleIgnores(tree, cells, dispatcher).find(suppressions);
}

}  // namespace mlfix
