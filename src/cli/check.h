// `mlfix [PATH...]`: analyse, deliver, report.
#pragma once

#include "cli/analysis.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "report/run_report.h"

namespace mlfix {

// The exit status.
int check(Session& session);

// What comes after the analysis: delivers the fixes of `report`, prints it, and writes
// reports to files, or writes the baseline. The exit status.
int conclude(Session& session, const Setup& setup, const Input& input, RunReport report,
             const InterruptGuard& interrupt);

}  // namespace mlfix
