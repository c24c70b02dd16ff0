// What a run finds of runs before it that were killed while they wrote.
#pragma once

#include <filesystem>
#include <vector>

#include "cli/session.h"

namespace mlfix {

// Before a run that may write analyses `files`: in each of their folders, files that
// are half written get their old content again, and what killed runs left behind is
// removed. Other runs change nothing. Both say which files were half written. True
// when a file was changed.
bool recover(Session& session, const std::vector<std::filesystem::path>& files);

}  // namespace mlfix
