// States that a module is given in every iteration and gave in the one before:
// `out, h = rnn(x, h)`.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct CarriedState {
  NodeId argument = kNoNode;  // the state, as it is given to the module
  NodeId loop = kNoNode;      // that carries it; kNoNode for an attribute
  NodeId backward = kNoNode;
  bool starts_as_none = false;
  bool starts_attached = false;  // the first one is learned, or computed by a module
};

// Does the call run a module, by its facts or by a name such as `self.lstm`?
bool may_run_module(const SemanticModel& model, NodeId call);

// A statement of the region that takes the state out of the graph, or may do so,
// if only now and then: h = h.detach(), h.detach_(), repackage(h), h = zeros().
NodeId detached_in(const SemanticModel& model, NodeId region, NodeId state, NodeId call);

// Those that `assignment`, whose value is `call`, hands on to itself, where a backward
// pass runs in each iteration.
std::vector<CarriedState> carried_states(const SemanticModel& model, NodeId assignment,
                                         NodeId call);

}  // namespace mlfix
