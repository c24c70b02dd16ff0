// Networks that a training uses as they are: they judge what another one makes.
#pragma once

#include <optional>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct FixedNetwork {
  NodeId network = kNoNode;  // the name, where it is run
  NodeId forward = kNoNode;  // the call, by which the graph of the loss goes through it
  NodeId eval = kNoNode;     // network.eval(), a statement of its own
};

// A network of the loss that `backward` differentiates in a loop, whose weights get gradients that
// nobody uses: it is made by code in view that freezes nothing, put into evaluation mode for good,
// only run from there on, and no optimizer of the file has its weights. Nothing where the graph of
// another network does not go through it, or the file reads gradients.
std::optional<FixedNetwork> fixed_network_in(const SemanticModel& model, NodeId backward);

}  // namespace mlfix
