// `mlfix merge`: what the parts of a run found, as the run in one piece would have said it.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The paths of the options are records, or folders with records. The exit status.
int merge(Session& session);

}  // namespace mlfix
