// What a run finds of runs before it that were killed while they wrote.
#pragma once

#include "cli/analysis.h"
#include "cli/session.h"

namespace mlfix {

// Before a run analyses its files: looks in each of their folders, those of their second names
// included, for files that are half written, and says which. A run that may write gives them their
// old content again, and removes what killed runs left behind. Another one changes nothing, and
// leaves them out with an error: half a text is nobody's program. So does every run with a file
// whose record is in a folder that it does not visit, as far as the file system tells. True when a
// file was changed.
bool recover(Session& session, Input& input);

}  // namespace mlfix
