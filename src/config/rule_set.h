// Which rules the user means: names, groups and globs resolved to the rules of
// the registry.
#pragma once

#include <string>
#include <vector>

#include "engine/registry.h"
#include "text/error.h"

namespace mlfix {

// By rule index.
using RuleSet = std::vector<bool>;

// What a list of selectors means.
struct Selected {
  RuleSet named;    // by their own name, or by `all`
  RuleSet grouped;  // by a group or a glob
};

// Resolves selectors: the name of a rule, the name of a group, a glob over the
// names of rules, or `all`. A selector that means no rule is an error (kind
// Usage, no path) that names the nearest known one.
Result<Selected> resolve_rules(const Registry& registry, const std::vector<std::string>& selectors);

// Rules in either set.
RuleSet united(const Selected& selected);

}  // namespace mlfix
