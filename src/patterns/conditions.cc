// One row for each word: what values it takes, and the question to the model that it stands
// for. What the model answers with "unknown" makes a condition fail, so that a rule is silent
// in doubt; `is-not` and the like hold only where the model is sure enough to deny.

#include "patterns/conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"
#include "syntax/structure.h"
#include "text/shortened.h"
#include "torch/graph/graph_reach.h"
#include "torch/training/training_step.h"
#include "torch/training/unit_test.h"

namespace mlfix::patterns {
namespace {

using Values = std::span<const Phrase>;
using MaybeTest = std::optional<NodeTest>;  // nothing: a value is wrong

// ---- values ----

std::vector<std::string> texts(Values values) {
  std::vector<std::string> result;
  for (const Phrase& value : values) result.push_back(value.text);
  return result;
}

// A question with the answer yes or no.
MaybeTest yes_or_no(Values values, NodeTest question) {
  if (values.size() != 1) return std::nullopt;
  const std::string& word = values.front().text;
  if (word == "true") return question;
  if (word != "false") return std::nullopt;
  return [question = std::move(question)](const SemanticModel& m, NodeId n) {
    return !question(m, n);
  };
}

// Facts by name: those of the program, and those that the project's own tables may declare.
struct NamedFacts {
  explicit NamedFacts(Values values) {
    for (const Phrase& value : values) {
      const FactSet fact = fact_from_name(value.text);
      known |= fact;
      if (fact.empty()) declared.push_back(value.text);
    }
  }

  FactSet in(const SemanticModel& m) const {
    FactSet all = known;
    for (const std::string& name : declared) all |= m.knowledge().fact_named(name);
    return all;
  }

  FactSet known;
  std::vector<std::string> declared;
};

// The last name in an expression: `loss` of self.loss, of loss[0] and of loss().
std::string_view trailing_name(const SyntaxTree& tree, NodeId n) {
  n = without_parentheses(tree, n);
  while (tree.is(n, Kind::Subscript) || tree.is(n, Kind::Call)) {
    n = tree.child(n, tree.is(n, Kind::Call) ? Field::Function : Field::Value);
  }
  if (tree.is(n, Kind::Attribute)) n = tree.child(n, Field::Attribute);
  return tree.is(n, Kind::Identifier) ? tree.text(n) : std::string_view();
}

// ---- names ----

MaybeTest named(Values values) {
  return [globs = texts(values)](const SemanticModel& m, NodeId n) {
    const std::string& name = name_of(m, n);
    m.work().spend(globs.size());
    return !name.empty() && std::ranges::any_of(globs, [&](const std::string& glob) {
      return matches_wildcard(name, m.knowledge().canonical_text(glob));
    });
  };
}

MaybeTest not_named(Values values) {
  return [same = *named(values)](const SemanticModel& m, NodeId n) { return !same(m, n); };
}

MaybeTest written(Values values) {
  return [globs = texts(values)](const SemanticModel& m, NodeId n) {
    const std::string_view text = m.tree().text(n);
    m.work().spend(globs.size() * (1 + text.size() / 16));
    return text.size() < 1000 && std::ranges::any_of(globs, [&](const std::string& glob) {
             return matches_wildcard(text, glob);
           });
  };
}

MaybeTest not_written(Values values) {
  return [same = *written(values)](const SemanticModel& m, NodeId n) { return !same(m, n); };
}

MaybeTest suggests(Values values) {
  std::vector<Hint> hints;
  for (const Phrase& value : values) {
    const auto hint = hint_named(value.text);
    if (!hint) return std::nullopt;
    hints.push_back(*hint);
  }
  return [hints = std::move(hints)](const SemanticModel& m, NodeId n) {
    const std::string_view name = trailing_name(m.tree(), n);
    const std::string_view word = name.substr(name.rfind('_') + 1);  // `hidden` of last_hidden
    return !name.empty() && std::ranges::any_of(hints, [&](Hint hint) {
      return m.suggests(hint, name) || m.suggests(hint, word);
    });
  };
}

bool has_meaning(const SemanticModel& m, Meaning meaning, NodeId n) {
  switch (info_of(meaning).subject) {
    case Subject::Function:
      return m.means(meaning, name_of(m, n));
    case Subject::Package:
      return m.knowledge().covers(meaning, name_of(m, n));
    default:
      return m.means(meaning, trailing_name(m.tree(), n));
  }
}

MaybeTest means(Values values) {
  std::vector<Meaning> meanings;
  for (const Phrase& value : values) {
    const auto meaning = meaning_named(value.text);
    if (!meaning) return std::nullopt;
    meanings.push_back(*meaning);
  }
  return [meanings = std::move(meanings)](const SemanticModel& m, NodeId n) {
    return std::ranges::any_of(meanings, [&](Meaning one) { return has_meaning(m, one, n); });
  };
}

// ---- values of the program ----

MaybeTest is(Values values) {
  return [facts = NamedFacts(values)](const SemanticModel& m, NodeId n) {
    return m.facts(n).must.has_any(facts.in(m));
  };
}

MaybeTest may_be(Values values) {
  return [facts = NamedFacts(values)](const SemanticModel& m, NodeId n) {
    return m.facts(n).may.has_any(facts.in(m));
  };
}

// Something is known of it, and none of it is that.
MaybeTest is_not(Values values) {
  return [facts = NamedFacts(values)](const SemanticModel& m, NodeId n) {
    const Facts known = m.facts(n);
    return !known.may.empty() && !known.may.has_any(facts.in(m));
  };
}

MaybeTest literal(Values values) {
  return yes_or_no(values, [](const SemanticModel& m, NodeId n) {
    switch (m.tree().kind(without_parentheses(m.tree(), n))) {
      case Kind::Integer:
      case Kind::Float:
      case Kind::String:
      case Kind::True:
      case Kind::False:
      case Kind::None:
        return true;
      default:
        return false;
    }
  });
}

bool is_discarded(const SemanticModel& m, NodeId n) {
  return m.consumer_of(n).role == Role::Discarded;
}

MaybeTest unused(Values values) {
  return yes_or_no(values, is_discarded);
}

// ---- where values get to ----

struct NamedSink {
  std::string_view name;
  Sink sink;
};

constexpr auto kSinks = std::to_array<NamedSink>({
    {"attribute", Sink::OnAttribute},
    {"backward", GraphSinks::kDifferentiated},
    {"caller", Sink::Returned},
    {"closure", Sink::Captured},
    {"container", Sink::InContainer},
    {"forward-output", GraphSinks::kForwardOutput},
    {"shown", GraphSinks::kRevealed},
    {"unseen", Sink::Unseen},
    {"yield", Sink::Yielded},
});

MaybeTest reaches(Values values) {
  std::vector<Sink> sinks;
  for (const Phrase& value : values) {
    const auto* named = std::ranges::find(kSinks, value.text, &NamedSink::name);
    if (named == kSinks.end()) return std::nullopt;
    sinks.push_back(named->sink);
    if (named->sink == Sink::Unseen) sinks.push_back(Sink::Lost);
  }
  return [sinks = std::move(sinks)](const SemanticModel& m, NodeId n) {
    const Reach fate = m.fate(n);
    return std::ranges::any_of(sinks, [&](Sink sink) { return fate.has(sink); });
  };
}

MaybeTest never_reaches(Values values) {
  auto reached = reaches(values);
  if (!reached) return std::nullopt;
  return [reached = std::move(*reached)](const SemanticModel& m, NodeId n) {
    const Reach fate = m.fate(n);
    return !fate.has_any(GraphSinks::kUnseen) && !reached(m, n);
  };
}

// Is a method of one of the names called on the object that a use reads?
bool is_released_at(const SemanticModel& m, NodeId use, const std::vector<std::string>& methods) {
  const Consumer consumer = m.consumer_of(use);
  if (consumer.role == Role::MethodReceiver) {
    return std::ranges::find(methods, consumer.name) != methods.end();
  }
  // What else may close it: a with statement, code that gets it, somebody who keeps it.
  switch (consumer.role) {
    case Role::Receiver:
    case Role::Subscripted:
    case Role::Compared:
    case Role::Condition:
    case Role::Discarded:
    case Role::Formatted:
    case Role::Iterated:
      return false;
    default:
      return true;
  }
}

// Nobody calls one of the methods on the object that the expression makes, and it stays where
// all that is done with it can be seen.
MaybeTest never_calls(Values values) {
  return [methods = texts(values)](const SemanticModel& m, NodeId n) {
    const Consumer consumer = m.consumer_of(n);
    if (consumer.role == Role::Discarded) return true;
    if (consumer.role != Role::Assigned) return !is_released_at(m, n, methods);
    const NodeId target = m.tree().is(consumer.node, Kind::Assignment)
                              ? m.tree().child(consumer.node, Field::Left)
                              : kNoNode;
    if (!m.tree().is(target, Kind::Identifier)) return false;
    const Bindings& bindings = m.bindings();
    const DefId definition = bindings.definition_at(target);
    if (definition == kNone) return false;
    const auto& variable = bindings.variable_of(definition);
    return !variable.declared_global && std::ranges::none_of(variable.uses, [&](UseId use) {
      return bindings.use(use).captured || is_released_at(m, bindings.use(use).node, methods);
    });
  };
}

// ---- how it is run ----

MaybeTest in_loop(Values values) {
  return yes_or_no(values,
                   [](const SemanticModel& m, NodeId n) { return m.loop_of(n) != kNoNode; });
}

MaybeTest repeated(Values values) {
  return yes_or_no(values, [](const SemanticModel& m, NodeId n) {
    return repetition_of(m, n) == Repetition::Repeated;
  });
}

MaybeTest in_function(Values values) {
  return yes_or_no(values,
                   [](const SemanticModel& m, NodeId n) { return m.function_of(n) != kNoNode; });
}

MaybeTest in_class(Values values) {
  return yes_or_no(values,
                   [](const SemanticModel& m, NodeId n) { return m.class_of(n) != kNoNode; });
}

MaybeTest in_unit_test_word(Values values) {
  return yes_or_no(values, in_unit_test);
}

MaybeTest invariant(Values values) {
  return yes_or_no(values, [](const SemanticModel& m, NodeId n) {
    const NodeId loop = m.loop_of(n);
    return loop != kNoNode && m.is_invariant(n, loop);
  });
}

MaybeTest gradients(Values values) {
  if (values.size() != 1) return std::nullopt;
  const std::string& word = values.front().text;
  if (word != "on" && word != "off") return std::nullopt;
  const GradMode wanted = word == "on" ? GradMode::Enabled : GradMode::Disabled;
  return [wanted](const SemanticModel& m, NodeId n) { return m.grad_mode(n).mode == wanted; };
}

MaybeTest displayed(Values values) {
  return yes_or_no(values, [](const SemanticModel& m, NodeId n) {
    return m.is_notebook() && m.is_displayed(m.statement_of(n));
  });
}

// ---- training ----

MaybeTest tensor_backward(Values values) {
  return yes_or_no(values, is_tensor_backward);
}

MaybeTest graph_needed_later(Values values) {
  return yes_or_no(values, [](const SemanticModel& m, NodeId n) {
    return later_need_of_graph(m, n).at != kNoNode;
  });
}

MaybeTest framework_trains(Values values) {
  return yes_or_no(
      values, [](const SemanticModel& m, NodeId n) { return owner_of_training(m, n) != kNoNode; });
}

struct Row {
  ConditionWord word;
  MaybeTest (*compile)(Values);
};

constexpr std::string_view kFlag = "true or false";
constexpr std::string_view kFactNames = "facts, such as Tensor, Module or DataLoader";
constexpr std::string_view kSinkNames =
    "attribute, backward, caller, closure, container, forward-output, shown, unseen, yield";

constexpr auto kRows = std::to_array<Row>({
    {{"named", "dotted names, with * for any part",
      "it is the function, class or value of that "
      "name, however it was imported"},
     named},
    {{"not-named", "dotted names", "it has none of these names"}, not_named},
    {{"text", "texts, with * for any part", "its code looks like that"}, written},
    {{"not-text", "texts, with * for any part", "its code looks like none of that"}, not_written},
    {{"suggests", "hints", "its last name, or the last word of that, sounds like it"}, suggests},
    {{"means", "meanings", "the tables of knowledge say so of its name"}, means},
    {{"is", kFactNames, "it certainly is one of these"}, is},
    {{"may-be", kFactNames, "it is one of these on some path"}, may_be},
    {{"is-not", kFactNames, "it is known what it is, and it is none of these"}, is_not},
    {{"literal", kFlag, "it is a number, a string, True, False or None"}, literal},
    {{"unused", kFlag, "nobody takes its result"}, unused},
    {{"reaches", kSinkNames, "its value gets to one of these places"}, reaches},
    {{"never-reaches", kSinkNames, "all that becomes of its value is seen, and it gets to none"},
     never_reaches},
    {{"never-calls", "names of methods",
      "none of these is called on the object it makes, and "
      "nobody else gets it"},
     never_calls},
    {{"in-loop", kFlag, "it stands in the body of a loop"}, in_loop},
    {{"repeated", kFlag, "it runs repeatedly: in a loop, of its function or of a caller"},
     repeated},
    {{"invariant", kFlag, "it is the same in every iteration of the loop around it"}, invariant},
    {{"in-function", kFlag, "it stands in a function"}, in_function},
    {{"in-class", kFlag, "it stands in a class"}, in_class},
    {{"in-unit-test", kFlag, "it is part of a unit test"}, in_unit_test_word},
    {{"gradients", "on or off", "gradients are recorded there, or are certain not to be"},
     gradients},
    {{"displayed", kFlag, "a cell of a notebook shows it"}, displayed},
    {{"tensor-backward", kFlag, "it is the backward() of a tensor"}, tensor_backward},
    {{"graph-needed-later", kFlag, "something may need the graph after this backward pass"},
     graph_needed_later},
    {{"framework-trains", kFlag, "a framework runs the training step"}, framework_trains},
});

Error condition_error(const Phrase& at, std::string message, std::string remedy) {
  return {ErrorKind::Configuration, {}, at.line, std::move(message), std::move(remedy)};
}

std::vector<std::string> row_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) names.emplace_back(row.word.name);
  return names;
}

Result<std::optional<Variable>> subject_of(const Phrase& subject, const Variables& variables) {
  if (subject.text == "here") return std::nullopt;
  const std::size_t dollars = subject.text.find_first_not_of('$');
  if (dollars == 1 || dollars == 3) {
    if (const auto known = variables.find(subject.text.substr(dollars))) return *known;
  }
  return tl::unexpected(condition_error(
      subject, fmt::format("\"{}\" is none of the rule's metavariables", shortened(subject.text)),
      "write one that a pattern has, as `$NAME`, or `here` for the match"));
}

}  // namespace

Result<Condition> compile_condition(const ConditionDraft& draft, const Variables& variables) {
  const auto subject = subject_of(draft.subject, variables);
  if (!subject) return tl::unexpected(subject.error());
  const auto* row =
      std::ranges::find_if(kRows, [&](const Row& one) { return one.word.name == draft.word.text; });
  if (row == kRows.end()) {
    return tl::unexpected(condition_error(
        draft.word, fmt::format("unknown condition \"{}\"", shortened(draft.word.text)),
        fmt::format("known: {}", fmt::join(row_names(), ", "))));
  }
  auto test = draft.values.empty() ? std::nullopt : row->compile(draft.values);
  if (!test) {
    return tl::unexpected(condition_error(draft.word,
                                          fmt::format("a value of \"{}\" is wrong", row->word.name),
                                          fmt::format("it takes {}", row->word.values)));
  }
  Condition condition{*subject, std::move(*test), {}};
  for (const Phrase& value : draft.values) {
    const bool unknown = row->word.values == kFactNames && fact_from_name(value.text).empty();
    if (unknown) condition.facts.push_back(value);
  }
  return condition;
}

std::vector<ConditionWord> condition_words() {
  std::vector<ConditionWord> words;
  for (const Row& row : kRows) words.push_back(row.word);
  return words;
}

}  // namespace mlfix::patterns
