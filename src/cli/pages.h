// `mlfix rules`, `mlfix explain RULE`, and what helps to write a configuration.
#pragma once

#include "cli/session.h"

namespace mlfix {

// Each returns the exit status.
int list_rules(Session& session);
int explain(Session& session);
int print_schema(Session& session);
// Writes the starting mlfix.yaml to the current folder, where there is none.
int write_starter(Session& session);

}  // namespace mlfix
