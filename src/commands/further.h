// Every command that needs more than a check does: each brings layers of its own, which a first
// build leaves out until one is asked for (docs/performance.md).
#pragma once

#include <span>

#include "cli/further_command.h"

namespace mlfix {

// Of static storage.
std::span<const FurtherCommand> further_commands();

}  // namespace mlfix
