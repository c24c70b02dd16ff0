// `mlfix [PATH...]`: analyse, deliver, report.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status.
int check(Session& session);

}  // namespace mlfix
