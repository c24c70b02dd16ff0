// `mlfix --interactive`: one fix at a time, as the user decides.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status.
int decide_interactively(Session& session);

}  // namespace mlfix
