// `mlfix explain RULE --demo`: a small leak of the rule, run as it is and with its fix.
#pragma once

#include <string>

#include "cli/session.h"
#include "engine/registry.h"

namespace mlfix {

// The exit status.
int run_demo(Session& session, const Rule& rule);

}  // namespace mlfix
