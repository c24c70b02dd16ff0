// What a rule can ask of code beyond its form: the questions of the semantic model, by name.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "patterns/matcher.h"
#include "patterns/pattern.h"
#include "semantic/binding/binding.h"

namespace mlfix {
class SemanticModel;
}

namespace mlfix::patterns {

// `$F: {named: pickle.load}`
struct ConditionDraft {
  Phrase subject;  // a variable, or `here`
  Phrase word;
  std::vector<Phrase> values;
};

using NodeTest = std::function<bool(const SemanticModel&, NodeId)>;

struct Condition {
  std::optional<Variable> subject;  // nothing: the match
  NodeTest holds;
  std::vector<Phrase> facts;  // those of its values that only a configuration can declare
};

// Errors: Configuration, with a line: an unknown variable, word or value.
Result<Condition> compile_condition(const ConditionDraft& draft, const Variables& variables);

// A word that conditions may use, for documentation and for messages.
struct ConditionWord {
  std::string_view name;
  std::string_view values;  // "true or false", "facts"
  std::string_view meaning;
};
std::vector<ConditionWord> condition_words();

}  // namespace mlfix::patterns
