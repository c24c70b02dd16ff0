// A rule from one example: what changed between two programs, made general.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "semantic/knowledge/knowledge.h"
#include "text/error.h"

namespace mlfix::patterns {

// The draft of a rule, as YAML, that makes `after` of `before`; to be read and completed by its
// author. Errors: Usage, when the two are the same, no Python, or differ in too much.
Result<std::string> learn_rule(std::string_view before, std::string_view after,
                               const Knowledge& knowledge);

}  // namespace mlfix::patterns
