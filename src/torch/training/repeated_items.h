// How often something is gone through.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is there no more than a few elements in `value`, or that many times?
bool has_few_elements(const SemanticModel& model, NodeId value);

// The loop over `used` that nothing leaves, or kNoNode.
NodeId endless_loop(const SemanticModel& model, NodeId used);

// A function of the file, defined before `statement`, that yields what its only
// parameter gives, again and again; or kNoNode.
NodeId repeating_function(const SemanticModel& model, NodeId statement);

}  // namespace mlfix
