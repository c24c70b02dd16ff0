// Checkpoints that stay in memory while the model that took their weights trains.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct IdleCheckpoint {
  NodeId last = kNoNode;                // the statement after which nobody needs it
  NodeId training = kNoNode;            // the loop, or the call, that goes on beside it
  std::vector<std::string_view> names;  // of it and its parts, all bound behind `last`
  bool on_device = false;               // it says that it is loaded to a device, not the CPU
};

// Of what `call` loads from a file into a name of its function or script, when a loop behind it, or
// a call of the project's code, trains and no name of it is read from there on. Nothing where
// another function or file may read the name, or the name is deleted or bound to something else.
std::optional<IdleCheckpoint> idle_checkpoint(const SemanticModel& model, NodeId call);

}  // namespace mlfix
