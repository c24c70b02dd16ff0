// --show-files and --show-settings: what a run would read, and with what.
#pragma once

#include "cli/session.h"
#include "cli/setup.h"

namespace mlfix {

// One path a line, in the order of a report: those that some rule is wanted for.
// The exit status.
int show_files(Session& session, const Setup& setup);

// The settings after all files and options had their say, as a configuration
// file that would give the same. The exit status.
int show_settings(Session& session, const Setup& setup);

}  // namespace mlfix
