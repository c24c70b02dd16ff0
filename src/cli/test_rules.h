// `mlfix test-rules`: do the rules of a project do what their cases say?
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status: clean when all cases hold, findings when one does not.
int test_rules(Session& session);

}  // namespace mlfix
