// What becomes of the autograd graphs that a stretch of statements makes.
#pragma once

#include "semantic/flow/reach.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class GraphFlowWithout;
class SemanticModel;

// Sibling statements, first to last.
struct Span {
  NodeId first = kNoNode;
  NodeId last = kNoNode;
};

// The worst fate of all values made in `span` that may carry a graph: outputs
// of modules and of code we can't see, parameters, attached tensors from
// outside. A value that is only handed to code we can't see, as tensors to a
// metric, is followed through what comes back (Sink::Lost says where that
// failed); but not where code after `made`, the statements that run the model,
// gets it: that is lost.
Reach fate_of_graphs(const SemanticModel& model, Span span, Span made);

// The same of the values alone, where some blocks do not run.
Reach fate_of_graphs(const SemanticModel& model, Span span, const GraphFlowWithout& policy);

// Does an object that we can't see get a value that is made in `span` and may carry a graph: by
// its methods, or when it is called? Or code that gives nothing back, or does the way end where the
// value can't be followed? What modules and functions of libraries give is followed instead.
bool is_handed_over(const SemanticModel& model, Span span);

// Do all graphs that the body of `function` makes die in it, without a backward
// pass and without reaching code we can't see?
bool graphs_die_in(const SemanticModel& model, NodeId function);

// First call in `span` of code we can't see whose name says that it trains or
// differentiates ("fit", "train_step", "attack"), or kNoNode.
NodeId unseen_training(const SemanticModel& model, Span span);

}  // namespace mlfix
