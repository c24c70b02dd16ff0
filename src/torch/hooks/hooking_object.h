// Objects whose constructor hooks a module that outlives them, made again in each iteration of
// a loop: injectors, extractors, explainers.
#pragma once

#include <optional>
#include <vector>

#include "torch/hooks/hooks.h"

namespace mlfix {

class SemanticModel;

struct HookingObject {
  NodeId constructor = kNoNode;
  NodeId name = kNoNode;  // that it has in its iteration, a statement of the loop's body
  // The calls by which it registers hooks and loses their handles, in methods of its class.
  std::vector<NodeId> registrations;
};

// The object that `creation` makes, when that is the call of a constructor of the class that
// registers `hook`, in a loop, the only one that makes such, and the object and all its hooks are
// certainly not needed after their iteration. An object that goes anywhere but by its own methods
// and attributes may be needed later. Linear in the class.
std::optional<HookingObject> object_of_iteration(const SemanticModel& model,
                                                 const HookRegistration& hook, NodeId creation);

}  // namespace mlfix
