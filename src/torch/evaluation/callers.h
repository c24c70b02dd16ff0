// What those who run a function do about gradients, where they stand in other files.
#pragma once

#include <string_view>

#include "semantic/flow/reach.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// What callers in other files show against switching gradients off in `scope`, which makes the
// graphs that `fate` tells of; or "". Linear in the files that have such calls, the first time.
std::string_view fact_of_callers_elsewhere(const SemanticModel& model, NodeId scope,
                                           const Reach& fate);

// Is the function given to calls alone of functions in other files that switch gradients off around
// what they run, as to one that goes through the layers and calls back?
bool is_given_to_guarded_code(const SemanticModel& model, NodeId function);

}  // namespace mlfix
