// The code that a hook runs.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The function that is registered: a lambda, a def, or what a def returns.
struct HookCode {
  NodeId node = kNoNode;     // lambda or def
  NodeId factory = kNoNode;  // the call of the def that returns it
};

// Of the expression that is registered: through names, functools.partial and a function
// of the file that returns one of its own. Without a node when it is not visible.
HookCode code_of_hook(const SemanticModel& model, NodeId hook);

}  // namespace mlfix
