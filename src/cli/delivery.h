// Puts the fixes where the user asked: into a patch, into the files, or on
// standard output. What could not be delivered is marked as not applied.
#pragma once

#include <functional>
#include <string_view>

#include "cli/analysis.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "report/run_report.h"

namespace mlfix {

// The patch of all changed files, with paths relative to the current folder:
// what `git apply` takes in the folder where mlfix ran. A file that is not
// below that folder is left out with an error. `take` is called with the part of each file.
void make_patch(RunReport& report, const std::function<void(std::string_view)>& take);

// Does git not say of some checkout of the input what it ignores? Then nothing is written there,
// which this says.
bool may_touch_ignored(Session& session, const Input& input);

// Says of the file's findings that no fix of them went anywhere.
void mark_unapplied(FileReport& file);

// Replaces the changed files. False when `interrupt` was requested before the
// first of them was replaced: nothing was written.
bool write_files(RunReport& report, const InterruptGuard& interrupt);

}  // namespace mlfix
