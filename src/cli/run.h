// The program behind main(): one command, and whether its output arrived.
#pragma once

#include <span>

#include "cli/further_command.h"
#include "engine/registry.h"

namespace mlfix {

// Reads the command line and does what it says with the standard streams; the exit status. A
// command that is neither this layer's nor among `further` is refused.
int run_program(int argc, const char* const* argv, const Registry& registry,
                std::span<const FurtherCommand> further);

}  // namespace mlfix
