// `mlfix rules` and `mlfix explain RULE`.
#pragma once

#include "cli/session.h"

namespace mlfix {

// Both return the exit status.
int list_rules(Session& session);
int explain_rule(Session& session);

}  // namespace mlfix
