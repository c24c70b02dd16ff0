// What a generator keeps while it waits to be resumed.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the function a generator of which a local may have a graph of its own (that of a weight, not
// one that came in by an argument), and lives across a `yield`? Whoever resumes the generator gets
// what it computed in the mode of whoever ran it before. Errs to true: the order is that of the
// text, and of the loops around the `yield`. Linear in the uses of the locals, times the yields.
bool keeps_graph_over_yield(const SemanticModel& model, NodeId function);

}  // namespace mlfix
