// `mlfix bot`: plans fix pull requests, and opens them.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status.
int run_bot(Session& session);

}  // namespace mlfix
