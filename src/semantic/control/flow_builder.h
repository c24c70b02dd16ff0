// Makes the flow graph of a function, a lambda or the module.
#pragma once

#include <vector>

#include "semantic/control/flow_graph.h"

namespace mlfix {

class Transfers;
class WorkBudget;

// `unit` is a function_definition, a lambda, or the root. The event of each node that runs in
// it is written into `event_at`, which is as long as the tree; of several copies, the last.
// Linear in the nodes of the unit, without recursion; spends `work`.
FlowGraph::Parts build_flow(const SyntaxTree& tree, const Transfers& transfers, WorkBudget& work,
                            NodeId unit, Exceptions exceptions, std::vector<EventId>& event_at);

}  // namespace mlfix
