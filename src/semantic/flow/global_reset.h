// Module variables that one function fills and another one empties: setting up and
// tearing down.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The statement `name = None` that empties the module variable which the assignment
// `filling`, in a function, fills: the only one of the file, in another function that
// `loop` runs, too, on every path of it. kNoNode when there is none.
NodeId reset_in_loop(const SemanticModel& model, NodeId filling, NodeId loop);

}  // namespace mlfix
