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

// Is the value, with that fate, kept on an object, does the file of its class read what is kept, or
// only files that are all seen, and is all that it does with it seen to need numbers alone: losses
// that a method averages for a log? Such a graph is for nobody, whatever the value itself is used
// for besides. Other files may look at what is kept, though not differentiate it: for findings, not
// for proofs.
bool is_kept_for_numbers(const SemanticModel& model, const Reach& fate);

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
