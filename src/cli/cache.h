// `mlfix cache`: where the results of earlier runs lie, how much room they take, and how they go.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status.
int show_cache(Session& session);

}  // namespace mlfix
