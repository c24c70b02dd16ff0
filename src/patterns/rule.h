// A rule that a project wrote itself: patterns, what must hold around them, a message, a fix.
//
// A draft is what its file says; compiling it finds what is wrong with it, with the line. The
// compiled rule is a check as those of built-in rules are, so that planner, guard, suppression
// comments and reports treat its findings alike. Immutable; any number of threads may use it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "patterns/conditions.h"
#include "patterns/fix.h"
#include "patterns/matcher.h"
#include "patterns/template.h"

namespace mlfix::patterns {

enum class Relation : std::uint8_t {
  Is,        // matches the same code
  Inside,    // matches something around it
  Has,       // matches something in it
  Follows,   // has run for certain when it begins
  Precedes,  // is certain to run after it
  InFile,    // matches anything of the file
};

enum class Wanted : std::uint8_t { Present, Absent };

struct RelationDraft {
  Relation relation = Relation::Is;
  Wanted wanted = Wanted::Present;
  std::vector<Phrase> patterns;            // one of them is enough
  std::vector<ConditionDraft> conditions;  // that hold there
};

struct RuleDraft {
  Phrase name;
  Phrase message;
  std::vector<Phrase> patterns;  // one of them is enough
  std::vector<RelationDraft> relations;
  std::vector<ConditionDraft> conditions;
  std::vector<Phrase> modules;  // names that are modules; the file imports one of them
  Phrase at;                    // the variable that is shown; empty: the match
  std::vector<std::pair<Phrase, Phrase>> reasons;  // a variable, and what is to be said of it
  std::optional<FixDraft> fix;
  Severity severity = Severity::Medium;
  Growth growth = Growth::None;
  std::function<std::string(Applicability)> page;  // Markdown, by how safe the fix can be
  std::string summary;
  std::string file;  // where it is defined
};

// The group of all rules that are no built-in ones.
inline constexpr std::string_view kCustomGroup = "custom";

// Errors: Configuration, with a line and no path.
Result<Rule> compile_rule(RuleDraft draft);

}  // namespace mlfix::patterns
