// Code that is there to be slower than other code.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the file, or a function or class around `at`, say by a whole word of its name that it does
// without what would make it cheaper: slow_step(), naive_matching.py?
bool is_slow_on_purpose(const SemanticModel& model, NodeId at);

}  // namespace mlfix
