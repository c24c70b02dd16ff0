// The program behind main(): one command, and whether its output arrived.
#pragma once

#include "cli/options.h"
#include "engine/registry.h"

namespace mlfix {

// Prints the answer to a command line that asks for no run; its exit status.
int give(const DirectAnswer& answer);

// Runs the command with the standard streams; the exit status.
int run(const Options& options, const Registry& registry);

}  // namespace mlfix
