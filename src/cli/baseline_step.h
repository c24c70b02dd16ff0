// The baseline after a run: what is gone from it, and writing it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/session.h"
#include "cli/setup.h"
#include "report/run_report.h"

namespace mlfix {

// The entries that this run should have met and did not. An entry is out of the
// run's reach when its file is not below the paths of the command line or could not
// be analysed, or its rule was not selected there; with --diff-base or --staged,
// and in one of several shards, all are.
std::vector<BaselineEntry> stale_entries(const Session& session, const Setup& setup,
                                         const RunReport& report);

// Writes what `report` found, and the old entries out of the run's reach, to the
// baseline, and says so. The exit status.
int rewrite_baseline(Session& session, const Setup& setup, const RunReport& report,
                     const InterruptGuard& interrupt);

// Points out the entries that are gone, a few of them by name.
void complain_of_stale(Session& session, const Setup& setup,
                       const std::vector<BaselineEntry>& stale);

}  // namespace mlfix
