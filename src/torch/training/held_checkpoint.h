// Checkpoints that an object keeps on an attribute when its model has taken their weights.
#pragma once

#include <optional>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct HeldCheckpoint {
  NodeId attribute = kNoNode;  // where it is put on `self`
  std::vector<NodeId> reads;   // all that the run mentions it by besides, in source order
  NodeId training = kNoNode;   // the method of its class that trains, or kNoNode
  bool on_device = false;      // it says that it is loaded to a device, not the CPU
};

// Of what `call` loads from a file onto an attribute of `self`, when all that the run says of the
// attribute is in this very function, behind it, and gives entries of it to a model or looks at
// them. Nothing where it may be read by other means, or somebody may keep the whole.
std::optional<HeldCheckpoint> held_checkpoint(const SemanticModel& model, NodeId call);

}  // namespace mlfix
