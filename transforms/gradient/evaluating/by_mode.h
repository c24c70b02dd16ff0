// Forward passes of code that trains or evaluates by a flag.
#pragma once

#include "engine/transform.h"

namespace mlfix {

// Reports those directly in `scope` whose graph is differentiated under a condition alone that
// somebody makes false. The fix switches gradients by the condition.
void report_passes_by_mode(const Context& c, NodeId scope, Findings& out);

}  // namespace mlfix
