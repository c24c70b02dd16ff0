// `mlfix measure`: what the fixes do to the memory of a program.
#pragma once

#include "cli/session.h"

namespace mlfix {

// Runs the command in the project and in a copy with the fixes; the exit status:
// kExitClean when both runs went well, or there is nothing to fix, kExitError
// when one of them failed.
int measure(Session& session);

}  // namespace mlfix
