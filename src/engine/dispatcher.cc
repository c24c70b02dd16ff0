// The walk over the tree. A transform is trusted to be right about Python, not
// to be free of mistakes: whatever it throws is caught here, costs that rule its
// findings in this one file, and becomes an error that asks for a report.

#include "engine/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>
#include <tuple>

#include "rewrite/edits.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

class NoOptions final : public RuleOptions {
 public:
  bool flag(std::string_view) const override { return false; }
  std::int64_t number(std::string_view) const override { return 0; }
  std::string_view word(std::string_view) const override { return {}; }
};

const RuleOptions& options_of(const RuleSettings& settings) {
  static const NoOptions none;
  return settings.options ? *settings.options : none;
}

// The words of a trigger, which bars separate.
std::vector<std::string_view> alternatives(std::string_view trigger) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t bar = trigger.find('|');
    words.push_back(trigger.substr(0, bar));
    if (bar == std::string_view::npos) return words;
    trigger.remove_prefix(bar + 1);
  }
}

// Does the file import what the rule is about?
bool is_about(const SemanticModel& model, const Transform& transform) {
  const auto packages = alternatives(transform.imports);
  return transform.imports.empty() ||
         std::ranges::any_of(packages, [&](auto package) { return model.imports(package); });
}

// By rule, and by trigger of the rule. Rules that are off want no word.
using TriggerWords = std::vector<std::vector<std::vector<std::string_view>>>;

TriggerWords trigger_words(const Registry& registry, const std::vector<RuleSettings>& settings,
                           const Knowledge* knowledge) {
  TriggerWords words(settings.size());
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (!settings[i].enabled) continue;
    for (const std::string_view trigger : registry.rules()[i].transform.triggers) {
      words[i].push_back(alternatives(trigger));
    }
    if (!registry.rules()[i].transform.finds_resources) continue;
    auto& names = words[i].emplace_back();
    if (knowledge == nullptr) continue;
    names.assign(knowledge->resource_words().begin(), knowledge->resource_words().end());
  }
  return words;
}

WordSet all_of_them(const TriggerWords& words) {
  std::set<std::string_view> all;
  for (const auto& triggers : words) {
    for (const auto& trigger : triggers) all.insert(trigger.begin(), trigger.end());
  }
  return WordSet({all.begin(), all.end()});
}

class RuleContext final : public Context {
 public:
  RuleContext(const SemanticModel& m, const Rewriter& e, const RuleOptions& o, std::uint32_t rule,
              std::vector<Abstention>* abstentions)
      : Context(m, m.tree(), e, o, m.work()), rule_(rule), abstentions_(abstentions) {}

  bool abstain(NodeId n, std::string_view fact, NodeId because) const override {
    if (abstentions_ == nullptr) return false;
    Abstention& noted = abstentions_->emplace_back();
    noted.rule = rule_;
    noted.range = tree.range(n);
    noted.fact = fact;
    if (because != kNoNode) noted.because = tree.range(because);
    return false;
  }

 private:
  std::uint32_t rule_;
  std::vector<Abstention>* abstentions_;  // nullptr when nobody wants them
};

class FindingList final : public Findings {
 public:
  FindingList(const SyntaxTree& tree, std::uint32_t rule, Severity severity)
      : tree_(&tree), rule_(rule), severity_(severity) {}

  Finding& report(NodeId at, std::string message) override {
    return report(tree_->range(at), std::move(message));
  }

  Finding& report(TextRange at, std::string message) override {
    Finding& finding = list_.emplace_back();
    finding.rule = rule_;
    finding.severity = severity_;
    finding.range = at;
    finding.message = std::move(message);
    return finding;
  }

  std::vector<Finding>& list() { return list_; }

 private:
  const SyntaxTree* tree_;
  std::uint32_t rule_;
  Severity severity_;
  std::vector<Finding> list_;
};

// One rule at work on one file.
struct Worker {
  Worker(const Rule& r, std::uint32_t index, const RuleSettings& settings,
         const SemanticModel& model, const Rewriter& rewriter, bool with_abstentions)
      : rule(&r),
        context(model, rewriter, options_of(settings), index,
                with_abstentions ? &abstentions : nullptr),
        findings(model.tree(), index, settings.severity) {}

  void check(NodeId n) {
    if (failure) return;
    context.work.spend();
    const std::size_t before = findings.list().size();
    try {
      rule->transform.check(context, n, findings);
      leave_out_gated(before);
    } catch (const GaveUp&) {
      throw;  // that is about the file, not about the rule
    } catch (const std::exception& e) {
      fail(n, e.what());
    } catch (...) {
      fail(n, "an unknown exception");
    }
  }

  // Takes the findings from `begin` on back that stand at a place of a gate.
  void leave_out_gated(std::size_t begin) {
    std::vector<Finding>& list = findings.list();
    const auto is_left = [&](const Finding& finding) {
      const NodeId at = context.tree.node_covering(finding.range);
      return std::ranges::any_of(rule->transform.gates, [&](const Gate& gate) {
        return gate.is_shut(context.model, at) && !context.abstain(at, gate.fact, kNoNode);
      });
    };
    list.erase(
        std::remove_if(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end(), is_left),
        list.end());
  }

  void fail(NodeId n, std::string_view what) {
    const std::string_view before = context.tree.source().substr(0, context.tree[n].begin);
    Error error;
    error.kind = ErrorKind::Internal;
    error.line = static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n'));
    error.message = fmt::format("the rule {} failed: {}", rule->name, what);
    error.remedy = "its findings in this file are left out; please report this";
    failure = std::move(error);
  }

  const Rule* rule;
  std::vector<Abstention> abstentions;
  RuleContext context;
  FindingList findings;
  std::optional<Error> failure;
};

template <typename T>
void move_all(std::vector<T>& from, std::vector<T>& to) {
  std::ranges::move(from, std::back_inserter(to));
}

}  // namespace

Dispatcher::Dispatcher(const Registry& registry, std::vector<RuleSettings> settings,
                       const Knowledge* knowledge)
    : registry_(&registry), settings_(std::move(settings)), words_({}) {
  settings_.resize(registry.rules().size());
  const TriggerWords wanted = trigger_words(registry, settings_, knowledge);
  words_ = all_of_them(wanted);
  const auto number_of = [&](std::string_view word) {
    const auto at = std::ranges::lower_bound(words_.words(), word);
    return static_cast<std::size_t>(at - words_.words().begin());
  };
  triggers_.resize(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (const auto& trigger : wanted[i]) {
      std::ranges::transform(trigger, std::back_inserter(triggers_[i].emplace_back()), number_of);
    }
  }
}

std::vector<std::uint32_t> Dispatcher::triggered(std::string_view text, bool is_notebook) const {
  const std::vector<bool> found = words_.found_in(text);
  const auto holds_one = [&](const Alternatives& numbers) {
    return std::ranges::any_of(numbers, [&](std::size_t number) { return found[number]; });
  };
  std::vector<std::uint32_t> rules;
  for (std::uint32_t i = 0; i < settings_.size(); ++i) {
    if (registry_->rules()[i].transform.notebooks_only && !is_notebook) continue;
    if (settings_[i].enabled && std::ranges::all_of(triggers_[i], holds_one)) rules.push_back(i);
  }
  return rules;
}

Examination Dispatcher::examine(const SemanticModel& model, const Rewriter& rewriter,
                                const std::vector<std::uint32_t>& rules,
                                bool with_abstentions) const {
  std::vector<std::unique_ptr<Worker>> workers;  // unmoved: contexts point into them
  std::array<std::vector<Worker*>, kKindCount> wanted;
  for (const std::uint32_t i : rules) {
    const Rule& rule = registry_->rules()[i];
    if (!is_about(model, rule.transform)) continue;
    workers.push_back(
        std::make_unique<Worker>(rule, i, settings_[i], model, rewriter, with_abstentions));
    for (const Kind kind : rule.transform.kinds) {
      wanted[static_cast<std::size_t>(kind)].push_back(workers.back().get());
    }
  }

  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    for (Worker* worker : wanted[static_cast<std::size_t>(tree.kind(n))]) worker->check(n);
  }

  Examination result;
  const auto where = [](const Abstention& a) { return std::tuple(a.range.begin, a.rule); };
  for (const auto& worker : workers) {
    move_all(worker->abstentions, result.abstentions);
    if (worker->failure) {
      result.errors.push_back(std::move(*worker->failure));
    } else {
      move_all(worker->findings.list(), result.findings);
    }
  }
  std::ranges::stable_sort(result.abstentions, {}, where);
  const auto repeated = std::unique(result.abstentions.begin(), result.abstentions.end());
  result.abstentions.erase(repeated, result.abstentions.end());
  return result;
}

}  // namespace mlfix
