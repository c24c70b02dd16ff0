// The commands that stand above this layer, and are built only where the whole program is.
#pragma once

#include "cli/options.h"
#include "cli/session.h"

namespace mlfix {

struct FurtherCommand {
  Subcommand name;
  int (*run)(Session& session);  // its exit status
};

}  // namespace mlfix
