// A compiled rule keeps its texts alive: those that the registry's views point into are in the
// object that the check holds on to.
//
// At each node the patterns are tried in their order; the first that matches, with all relations
// and conditions, makes the finding. Relations look for their patterns in order of the text,
// and bind variables on the way: the first place that fits is taken.

#include "patterns/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/diagnostic.h"
#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"

namespace mlfix::patterns {
namespace {

constexpr std::uint64_t kStepsOfFinding = 500;

using Patterns = std::vector<Pattern>;

struct RelationTest {
  Relation relation;
  Wanted wanted;
  Patterns patterns;
  std::vector<Condition> conditions;
};

struct ReasonText {
  Variable at;
  Message text;
};

bool may_begin(const Pattern& pattern, Kind kind) {
  const std::vector<Kind> kinds = pattern.kinds();
  return std::ranges::find(kinds, kind) != kinds.end();
}

// The function, or the module, whose statements run with `n`.
NodeId body_around(const SyntaxTree& tree, NodeId n) {
  const NodeId function = tree.ancestor(n, Kind::FunctionDefinition);
  return function == kNoNode ? tree.root() : function;
}

class Custom {
 public:
  static Result<std::shared_ptr<const Custom>> compile(RuleDraft draft);

  void check(const Context& c, NodeId n, Findings& out) const;

  const RuleDraft& draft() const { return draft_; }
  std::vector<Kind> kinds() const;
  // Those that a configuration declares.
  std::vector<Phrase> facts() const;
  const std::vector<std::string>& triggers() const { return triggers_; }
  const std::string& imports() const { return imports_; }
  const std::string& page() const { return page_; }
  Applicability best_level() const { return fix_ ? fix_->best_level() : Applicability::Suggestion; }

 private:
  explicit Custom(RuleDraft draft) : draft_(std::move(draft)) {}
  std::optional<Error> compile_patterns();
  std::optional<Error> compile_texts();
  void add_trigger(const RelationDraft& relation, const Patterns& patterns);
  bool holds(const Context& c, const RelationTest& test, const Place& place,
             Captures& captures) const;
  bool finds(const Context& c, const RelationTest& test, const Place& place,
             Captures& captures) const;
  bool holds(const Context& c, const Condition& condition, const Place& place,
             const Captures& captures) const;
  bool speaks_against(const Context& c, const Place& place, Captures& captures) const;
  void report(const Context& c, const Place& place, const Captures& captures, Findings& out) const;

  RuleDraft draft_;
  std::vector<std::string> modules_;
  Variables variables_;
  Patterns patterns_;
  std::vector<RelationTest> relations_;
  std::vector<Condition> conditions_;
  Message message_;
  std::vector<ReasonText> reasons_;
  std::optional<Variable> at_;
  std::optional<FixPlan> fix_;
  std::vector<std::string> triggers_;
  std::string imports_;
  std::string page_;
};

Result<Patterns> compile_all(const std::vector<Phrase>& phrases, Variables& variables,
                             std::span<const std::string> modules) {
  Patterns patterns;
  for (const Phrase& phrase : phrases) {
    auto pattern = Pattern::compile_to_find(phrase, variables, modules);
    if (!pattern) return tl::unexpected(std::move(pattern.error()));
    patterns.push_back(std::move(*pattern));
  }
  return patterns;
}

Result<std::vector<Condition>> compile_all_conditions(const std::vector<ConditionDraft>& drafts,
                                                      const Variables& variables) {
  std::vector<Condition> conditions;
  for (const ConditionDraft& draft : drafts) {
    auto condition = compile_condition(draft, variables);
    if (!condition) return tl::unexpected(std::move(condition.error()));
    conditions.push_back(std::move(*condition));
  }
  return conditions;
}

// The words of which each file has one in which one of the patterns matches, with bars between
// them; "" when nothing can be said.
std::string trigger_of(const Patterns& patterns) {
  std::string trigger;
  for (const Pattern& pattern : patterns) {
    if (pattern.rarest_word().empty()) return {};
    if (!trigger.empty()) trigger += '|';
    trigger += pattern.rarest_word();
  }
  return trigger;
}

Result<Variable> variable_named(const Phrase& phrase, const Variables& variables) {
  const std::size_t dollars = phrase.text.find_first_not_of('$');
  const auto known = dollars == 1 || dollars == 3
                         ? variables.find(std::string_view(phrase.text).substr(dollars))
                         : std::nullopt;
  if (known) return *known;
  return tl::unexpected(
      Error{ErrorKind::Configuration,
            {},
            phrase.line,
            fmt::format("\"{}\" is none of the rule's metavariables", phrase.text),
            "write one that a pattern has, as `$NAME`"});
}

Result<std::shared_ptr<const Custom>> Custom::compile(RuleDraft draft) {
  std::shared_ptr<Custom> rule(new Custom(std::move(draft)));
  if (auto error = rule->compile_patterns()) return tl::unexpected(std::move(*error));
  if (auto error = rule->compile_texts()) return tl::unexpected(std::move(*error));
  if (rule->draft_.page) rule->page_ = rule->draft_.page(rule->best_level());
  return rule;
}

std::optional<Error> Custom::compile_patterns() {
  for (const Phrase& module : draft_.modules) {
    modules_.push_back(module.text);
    imports_ += (imports_.empty() ? "" : "|") + module.text;
  }
  auto patterns = compile_all(draft_.patterns, variables_, modules_);
  if (!patterns) return std::move(patterns.error());
  patterns_ = std::move(*patterns);
  add_trigger({}, patterns_);
  for (const RelationDraft& relation : draft_.relations) {
    auto compiled = compile_all(relation.patterns, variables_, modules_);
    if (!compiled) return std::move(compiled.error());
    auto conditions = compile_all_conditions(relation.conditions, variables_);
    if (!conditions) return std::move(conditions.error());
    add_trigger(relation, *compiled);
    relations_.push_back(
        {relation.relation, relation.wanted, std::move(*compiled), std::move(*conditions)});
  }
  auto conditions = compile_all_conditions(draft_.conditions, variables_);
  if (!conditions) return std::move(conditions.error());
  conditions_ = std::move(*conditions);
  return std::nullopt;
}

// What a match needs in the file, its relations need as well.
void Custom::add_trigger(const RelationDraft& relation, const Patterns& patterns) {
  if (relation.wanted == Wanted::Absent) return;
  if (std::string trigger = trigger_of(patterns); !trigger.empty()) {
    triggers_.push_back(std::move(trigger));
  }
}

std::optional<Error> Custom::compile_texts() {
  auto message = Message::compile(draft_.message, variables_);
  if (!message) return std::move(message.error());
  message_ = std::move(*message);
  if (!draft_.at.text.empty()) {
    const auto at = variable_named(draft_.at, variables_);
    if (!at) return at.error();
    at_ = *at;
  }
  for (const auto& [name, text] : draft_.reasons) {
    const auto variable = variable_named(name, variables_);
    if (!variable) return variable.error();
    auto reason = Message::compile(text, variables_);
    if (!reason) return std::move(reason.error());
    reasons_.push_back({*variable, std::move(*reason)});
  }
  if (draft_.fix) {
    auto fix = FixPlan::compile(*draft_.fix, variables_, modules_);
    if (!fix) return std::move(fix.error());
    fix_ = std::move(*fix);
  }
  return std::nullopt;
}

std::vector<Kind> Custom::kinds() const {
  std::vector<Kind> all;
  for (const Pattern& pattern : patterns_) {
    for (const Kind kind : pattern.kinds()) {
      if (std::ranges::find(all, kind) == all.end()) all.push_back(kind);
    }
  }
  return all;
}

std::vector<Phrase> Custom::facts() const {
  std::vector<Phrase> all;
  const auto add = [&](const std::vector<Condition>& conditions) {
    for (const Condition& one : conditions) {
      all.insert(all.end(), one.facts.begin(), one.facts.end());
    }
  };
  add(conditions_);
  for (const RelationTest& test : relations_) add(test.conditions);
  return all;
}

void Custom::check(const Context& c, NodeId n, Findings& out) const {
  const Kind kind = c.tree.kind(n);
  c.work.spend(patterns_.size());
  for (const Pattern& pattern : patterns_) {
    if (!may_begin(pattern, kind)) continue;
    Captures captures(variables_.names().size());
    const auto place = match_at(c.model, pattern, n, captures);
    if (!place || speaks_against(c, *place, captures)) continue;
    report(c, *place, captures, out);
    return;
  }
}

bool Custom::speaks_against(const Context& c, const Place& place, Captures& captures) const {
  for (const RelationTest& test : relations_) {
    if (!holds(c, test, place, captures)) return true;
  }
  return std::ranges::any_of(conditions_, [&](const Condition& condition) {
    return !holds(c, condition, place, captures);
  });
}

bool Custom::holds(const Context& c, const RelationTest& test, const Place& place,
                   Captures& captures) const {
  const std::size_t mark = captures.mark();
  const bool found = finds(c, test, place, captures);
  if (test.wanted == Wanted::Present) return found;
  captures.undo_to(mark);
  return !found;
}

bool Custom::finds(const Context& c, const RelationTest& test, const Place& place,
                   Captures& captures) const {
  const auto matches = [&](NodeId n) {
    c.work.spend(test.patterns.size());
    return std::ranges::any_of(test.patterns, [&](const Pattern& pattern) {
      const std::size_t mark = captures.mark();
      const auto there = may_begin(pattern, c.tree.kind(n))
                             ? match_at(c.model, pattern, n, captures)
                             : std::nullopt;
      const bool all = there && std::ranges::all_of(test.conditions, [&](const Condition& one) {
                         return holds(c, one, *there, captures);
                       });
      if (!all) captures.undo_to(mark);
      return all;
    });
  };
  const NodeId end = c.tree.subtree_end(place.last);
  switch (test.relation) {
    case Relation::Is:
      return matches(place.first);
    case Relation::Inside:
      for (NodeId n = c.tree.parent(place.first); n != kNoNode; n = c.tree.parent(n)) {
        c.work.spend();
        if (matches(n)) return true;
      }
      return false;
    case Relation::Has:
      for (NodeId n = place.first + 1; n < end; ++n) {
        c.work.spend();
        if (matches(n)) return true;
      }
      return false;
    case Relation::InFile:
      for (NodeId n = 0; n < c.tree.size(); ++n) {
        c.work.spend();
        if (matches(n)) return true;
      }
      return false;
    case Relation::Follows:
    case Relation::Precedes:
      break;
  }
  const bool before = test.relation == Relation::Follows;
  const NodeId body = body_around(c.tree, place.first);
  const NodeId from = before ? body + 1 : end;
  const NodeId to = before ? place.first : c.tree.subtree_end(body);
  for (NodeId n = from; n < to; ++n) {
    c.work.spend();
    const std::size_t mark = captures.mark();
    if (!matches(n)) continue;
    const bool certain =
        before ? dominates(c.model, n, place.first) : post_dominates(c.model, n, place.last);
    if (certain) return true;
    captures.undo_to(mark);
  }
  return false;
}

bool Custom::holds(const Context& c, const Condition& condition, const Place& place,
                   const Captures& captures) const {
  if (!condition.subject) return condition.holds(c.model, place.first);
  const auto& nodes = captures.of(*condition.subject);
  return nodes &&
         std::ranges::all_of(*nodes, [&](NodeId n) { return condition.holds(c.model, n); });
}

// A compound statement is shown by its head.
TextRange shown(const SyntaxTree& tree, const Place& place) {
  const TextRange all{tree[place.first].begin, tree[place.last].end};
  NodeId body = tree.child(place.first, Field::Body);
  if (body == kNoNode) body = tree.child(place.first, Field::Consequence);
  if (!tree.is(body, Kind::Block)) return all;
  const std::size_t colon = tree.source().rfind(':', tree[body].begin);
  return colon == std::string_view::npos || colon <= all.begin
             ? all
             : TextRange{all.begin, static_cast<Offset>(colon + 1)};
}

void Custom::report(const Context& c, const Place& place, const Captures& captures,
                    Findings& out) const {
  TextRange at = shown(c.tree, place);
  if (at_ && captures.of(*at_) && !captures.of(*at_)->empty()) {
    const std::vector<NodeId>& nodes = *captures.of(*at_);
    at = {c.tree[nodes.front()].begin, c.tree[nodes.back()].end};
  }
  // Each finding takes memory, with its texts: thousands of rules that all match are paid for.
  c.work.spend(kStepsOfFinding);
  const auto text_of = [&](const Message& message) {
    std::string text = message.fill(c.tree, captures);
    c.work.spend(text.size());
    return text;
  };
  Diagnostic finding = c.diagnose(out, at, text_of(message_)).grows(draft_.growth);
  for (const ReasonText& reason : reasons_) {
    const auto& nodes = captures.of(reason.at);
    if (nodes && !nodes->empty()) {
      finding.because(nodes->front(), text_of(reason.text));
    }
  }
  if (fix_) fix_->offer(c, place, captures, finding);
}

}  // namespace

Result<Rule> compile_rule(RuleDraft draft) {
  auto compiled = Custom::compile(std::move(draft));
  if (!compiled) return tl::unexpected(std::move(compiled.error()));
  const std::shared_ptr<const Custom> custom = *compiled;
  Rule rule;
  rule.name = custom->draft().name.text;
  rule.group = kCustomGroup;
  rule.page = custom->page();
  rule.summary = custom->draft().summary;
  rule.transform.stem = custom->draft().name.text;
  rule.transform.kinds = custom->kinds();
  rule.transform.triggers.assign(custom->triggers().begin(), custom->triggers().end());
  rule.transform.imports = custom->imports();
  rule.transform.check = [custom](const Context& c, NodeId n, Findings& out) {
    custom->check(c, n, out);
  };
  RuleDefinition& definition = rule.definition.emplace();
  definition.file = custom->draft().file;
  definition.line = custom->draft().name.line;
  definition.severity = custom->draft().severity;
  definition.level = custom->best_level();
  for (const Phrase& fact : custom->facts()) definition.facts.push_back({fact.text, fact.line});
  return rule;
}

}  // namespace mlfix::patterns
