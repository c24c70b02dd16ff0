// An entry of a container that loops only ever make longer: `data[key] = join([data[key], part])`.
#pragma once

#include <optional>

#include "torch/tensor/self_join.h"

namespace mlfix {

class SemanticModel;

struct GrowingEntry {
  SelfJoin join;
  NodeId loop = kNoNode;  // the innermost one whose iterations make one entry longer again
};

// Nothing when each entry may be made longer once, as with a key that the only loop gives, when the
// container is made anew for each iteration or is not made in sight, and when it is read, or its
// entries are set, elsewhere in the loop.
std::optional<GrowingEntry> growing_entry(const SemanticModel& model, NodeId assignment);

}  // namespace mlfix
