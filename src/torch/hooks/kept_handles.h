// Handles that an object keeps in an attribute, and gives up with the hooks on.
#pragma once

#include <optional>

#include "torch/hooks/hooks.h"

namespace mlfix {

class SemanticModel;

struct KeptHandles {
  NodeId attribute = kNoNode;  // self.handles, where the registration puts its handle
  NodeId given_up = kNoNode;   // the statement that drops the handles, or that removes others
  bool is_dropped = false;     // it drops these; else it removes the hooks of another attribute
};

// What becomes of the handle of `call`, when its object keeps it, nobody in view takes it from
// there, and the object gives its handles up: it drops them, or removes the hooks of another
// attribute of the kind and forgets these. Nothing for hooks on what the object made itself, as
// they end with it.
std::optional<KeptHandles> forgotten_handles(const SemanticModel& model, NodeId call);

}  // namespace mlfix
