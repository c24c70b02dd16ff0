// `mlfix --watch`: reports, and reports again whenever something has changed.
#pragma once

#include "cli/session.h"

namespace mlfix {

// Until a signal ends it, or nobody reads any more. The exit status.
int watch(Session& session);

}  // namespace mlfix
