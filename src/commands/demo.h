// `mlfix explain RULE --demo`: a small leak of the rule, run as it is and with its fix.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status. What is no rule is explained as without --demo, or refused.
int demonstrate(Session& session);

}  // namespace mlfix
