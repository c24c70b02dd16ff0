// `mlfix fleet plan`: each repository of a list fetched, analysed, and what there is to fix in it
// written down.
#pragma once

#include "cli/session.h"

namespace mlfix {

// The exit status: 0 when every repository has its record, also where it says that there was no
// way to analyse it.
int run_fleet(Session& session);

}  // namespace mlfix
