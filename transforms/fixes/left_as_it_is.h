// Code that nobody wants to be changed: slower than other code on purpose, or for a Python of old.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the file, or a function or class around `at`, say by a whole word of its name that it does
// without what would make it cheaper: slow_step(), naive_matching.py?
bool is_slow_on_purpose(const SemanticModel& model, NodeId at);

// Does the file hold what Python has given up: the statements `print` and `exec` (3.0), `async` as
// a name (3.7)? No fix is written into such a file. Linear in it at the first question, then O(1).
bool is_written_for_old_python(const SemanticModel& model);

}  // namespace mlfix
