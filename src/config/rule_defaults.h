// config/default.yml: what every rule is without a configuration file.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "config/rule_options.h"
#include "engine/registry.h"
#include "engine/severity.h"
#include "semantic/verdict/applicability.h"
#include "text/error.h"

namespace mlfix {

struct RuleDefaults {
  Applicability level = Applicability::Suggestion;  // the best its fix can be
  Severity severity = Severity::Medium;
  OptionValues options;
};

// By the name of the rule.
using DefaultTable = std::map<std::string, RuleDefaults, std::less<>>;

// Errors: Configuration, with a line.
Result<DefaultTable> parse_defaults(std::string_view yaml, const std::filesystem::path& path);

// The shipped table, with what rules that are no built-in ones say of themselves. Errors:
// Internal.
Result<DefaultTable> all_defaults(const Registry& registry);

// The table that is built into the program. Errors: Internal.
Result<DefaultTable> shipped_defaults();

}  // namespace mlfix
