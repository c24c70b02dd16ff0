// The rules that exist, in the order of transforms/transforms.def. The registry
// is built by the caller (transforms/registry.cc builds the shipped one), so
// that nothing under src/ names a transform. Immutable, shared by all threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/severity.h"
#include "engine/transform.h"
#include "semantic/verdict/applicability.h"

namespace mlfix {

// Of a rule that is no built-in one: where it is written, and what it is without settings.
struct RuleDefinition {
  // A fact that the rule asks about, and the configuration has to declare.
  struct DeclaredFact {
    std::string name;
    std::uint32_t line = 0;
  };
  std::string file;
  std::uint32_t line = 0;
  std::shared_ptr<const std::string> text;  // of the file
  Severity severity = Severity::Medium;
  Applicability level = Applicability::Suggestion;  // the best its fix can be
  std::vector<DeclaredFact> facts;
};

struct Rule {
  Transform transform;
  std::string group;      // "gradient"
  std::string name;       // "cat-in-x" for cat_in_x, the stem in kebab case
  std::string_view page;  // its Markdown page
  std::string summary;    // first sentence of the page's "What it does"
  bool on_by_default = true;
  std::string off_reason;  // why not, when it is off
  bool by_engine = false;  // no transform: the engine makes its findings itself
  // Its check keeps the texts alive that the views point into.
  std::optional<RuleDefinition> definition = std::nullopt;
};

class Registry {
 public:
  explicit Registry(std::vector<Rule> rules) : rules_(std::move(rules)) {}
  const std::vector<Rule>& rules() const { return rules_; }
  // Index of the rule named `name`, or nothing.
  std::optional<std::uint32_t> find(std::string_view name) const;
  // Is `name` the group of some rule?
  bool has_group(std::string_view name) const;

 private:
  std::vector<Rule> rules_;
};

// A rule from what transforms.def says of it; name and summary are derived.
Rule make_rule(Transform transform, std::string group, std::string_view page, bool on_by_default,
               std::string off_reason);

// "some_rule" -> "some-rule": the name users write, from the stem.
std::string rule_name_of_stem(std::string_view stem);

// The text of a page below the heading `title`, up to the next heading of that
// level; empty when there is none.
std::string_view page_section(std::string_view page, std::string_view title);

// The headings every page has, in this order.
const std::vector<std::string_view>& page_headings();

// What is wrong with the rules, one sentence each: a rule without check, kinds,
// triggers or summary, a page without the fixed headings, two rules of one
// name, a rule that is off without a reason. Empty for a sound registry. Meant
// for tests: a wrong registry is a mistake of ours that no user can meet.
std::vector<std::string> registry_problems(const Registry& registry);

}  // namespace mlfix
