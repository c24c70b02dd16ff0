// The JSON schema of mlfix.yaml and of [tool.mlfix], for editors.
#pragma once

#include <string>

#include "config/rule_defaults.h"
#include "engine/registry.h"

namespace mlfix {

// Made from the rules and their options, so that it never knows others than the
// program. Draft 7, which the editors' language servers understand.
std::string config_schema(const Registry& registry, const DefaultTable& defaults);

}  // namespace mlfix
