// Graphs that are there while another one is made.
#pragma once

#include "syntax/syntax_tree.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Does a graph of the region take its memory beside another one: is that of an earlier pass waiting
// for its backward pass, or does this one stand when the next is made, held by a name that the loop
// around the pass does not bind anew before its next iteration, or that a later pass of the scope
// finds bound, or by whatever keeps the value beyond its function? Errs to "yes". A question costs
// the places that the output gets to: for findings.
bool stands_beside_other_graph(const SemanticModel& model, NodeId scope, const EvalRegion& region);

// Does somebody get a graph of the region for longer than its iteration, or its function: callers,
// an object, a hook, or a container that was there before? The same errors and cost.
bool is_graph_kept(const SemanticModel& model, NodeId scope, const EvalRegion& region);

}  // namespace mlfix
