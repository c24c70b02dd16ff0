// Networks whose graph takes part in a loss, and whose weights the training step leaves out.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct LeftOutNetwork {
  enum class Why : std::uint8_t {
    Untrained,  // it is in evaluation mode, and no optimizer of the file has its weights
    Dropped,    // a step of its own comes later, and drops the gradients of this one before
    // the function is given it and puts it into evaluation mode: it is trained in another one,
    // if at all
    TrainedElsewhere,
  };
  NodeId network = kNoNode;   // as the call names it; kNoNode: there is none
  NodeId backward = kNoNode;  // the pass that goes through it
  NodeId witness = kNoNode;   // what puts it into evaluation mode, or drops its gradients
  Why why = Why::Untrained;
};

// Of a statement `features = encoder(x)`, or `action, density = actor.sample(x)`, in a training
// step, a round of a loop or a function: the network, where what goes in has no graph, what comes
// out is only used in this step, and the optimizers that step are made for the weights of others
// alone, as their constructors are written. Looks at the scope of the call, and for the network's
// own steps at the class when self has it: for findings.
LeftOutNetwork left_out_network(const SemanticModel& model, NodeId call);

}  // namespace mlfix
