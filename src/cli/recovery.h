// What a run finds of runs before it that were killed while they wrote.
#pragma once

#include "cli/analysis.h"
#include "cli/session.h"

namespace mlfix {

// Before a run that may write analyses its files: in each of their folders, those of their
// second names included, files that are half written get their old content again, and what killed
// runs left behind is removed. Other runs change nothing. Both say which files were half written.
// True when a file was changed.
bool recover(Session& session, const Input& input);

}  // namespace mlfix
