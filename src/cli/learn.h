// `mlfix learn BEFORE AFTER`: the draft of a rule of the project.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status.
int learn(Session& session);

}  // namespace mlfix
