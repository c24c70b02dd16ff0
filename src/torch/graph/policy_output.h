// What the networks of a policy give: actions, values, log probabilities, states.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The call that a name is bound to, and the position of the name in its result.
struct CallOutput {
  NodeId call = kNoNode;
  int position = -1;
};

// That of a name which takes one part of what code outside this file returns; without
// call: none.
CallOutput call_output_of(const SemanticModel& model, NodeId value);

// Was the module that the call runs made as an LSTM? Its state is a pair.
bool runs_lstm(const SemanticModel& model, NodeId call);

// Does the value carry a graph: is it what a module gives, or a log probability under a
// distribution that is made from it, and no index?
bool carries_policy_graph(const SemanticModel& model, NodeId value);

}  // namespace mlfix
