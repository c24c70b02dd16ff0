// Forward passes whose graph nobody asks for.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"
#include "torch/graph/graph_fate.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Does the function, by its name, give its callers the answers of a model (inference, predict),
// and does the file show no call of that name from a forward() or without gradients? Its
// callers are then taken not to differentiate them.
bool answers_callers(const SemanticModel& model, NodeId scope);

// Is the file a script that loads a model and never trains: is a lone forward pass what it is
// run for?
bool answers_as_script(const SemanticModel& model);

// Does the program, and every other one that the file is a part of, run networks and train none?
// Then nobody needs the graph of any forward pass. For findings.
bool only_infers(const SemanticModel& model);

// Is the span one statement by which an object takes the state that it has to a network and keeps
// the one that comes back, `y, self.state = self.net(x, self.state)`, in a file that trains
// nothing, and does no other file differentiate such an attribute? Then each call's graph is put
// onto that of the call before, and nobody needs any of them.
bool carries_own_state(const SemanticModel& model, Span span);

// The forward passes directly in `scope` (a module or a def) that no region of `known` holds
// and whose graphs provably die: nothing that is computed from their output is differentiated,
// kept, returned or given to code that is not visible. What a name suggests only adds an
// assumption: an evaluation may give its outputs to code that is not visible, an inference may
// return them. A region is the outermost loop of which
// that is true, or statements that follow each other. Left out is what is run once: shape
// probes of constructors, models tried out where they are made, lone calls of scripts.
// Asks for each loop once; a forward pass costs the reads of its output.
std::vector<EvalRegion> find_unused_graphs(const SemanticModel& model, NodeId scope,
                                           const std::vector<EvalRegion>& known);

// The forward passes directly in `scope`, in none of `known`, whose output is detached in the same
// expression, network(other(x).detach()), in a statement that otherwise needs gradients. In source
// order.
std::vector<NodeId> find_detached_arguments(const SemanticModel& model, NodeId scope,
                                            const std::vector<EvalRegion>& known);

}  // namespace mlfix
