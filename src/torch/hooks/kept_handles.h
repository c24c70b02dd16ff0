// Handles that an object keeps in an attribute, and gives up with the hooks on.
#pragma once

#include <cstdint>
#include <optional>

#include "torch/hooks/hooks.h"

namespace mlfix {

class SemanticModel;

// How an object gives the handles up that it keeps.
enum class GivenUp : std::uint8_t {
  Dropped,     // by a statement that drops them
  WithOthers,  // by one that removes the hooks of another attribute, and forgets these
  AtItsEnd,    // in a method that ends the object by its name, whose last statement it is
};

struct KeptHandles {
  NodeId attribute = kNoNode;  // self.handles, where the registration puts its handle
  NodeId given_up = kNoNode;   // the statement
  GivenUp how = GivenUp::Dropped;
};

// What becomes of the handle of `call`, when its object keeps it, nobody in view takes it from
// there, and the object gives its handles up. Nothing for hooks on what the object made itself, as
// they end with it.
std::optional<KeptHandles> forgotten_handles(const SemanticModel& model, NodeId call);

}  // namespace mlfix
