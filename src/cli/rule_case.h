// A case of a project's rule, tried out.
#pragma once

#include <string>
#include <vector>

#include "config/rule_file.h"
#include "engine/file_pipeline.h"

namespace mlfix {

class Knowledge;

// What is wrong with the case, in lines; empty when it holds. `settings` are those of the
// registry's rules, of which the case's own is to be enabled alone.
std::string failure_of_case(const RuleCase& one, const Registry& registry,
                            const Knowledge& knowledge, std::vector<RuleSettings> settings);

}  // namespace mlfix
