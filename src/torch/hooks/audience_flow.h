// Who gets to see a container that a hook fills, and goes on filling while it is registered:
// the value-flow engine's policy for it.
#pragma once

#include "semantic/flow/value_flow.h"
#include "torch/hooks/hook_effects.h"

namespace mlfix {

class SemanticModel;

// What a hook does to a variable around it.
enum class Filled : std::uint8_t {
  Rebound,  // x = …, with nonlocal: sets the variable and leaves the object alone
  Itself,   // x.append(…), x[k] = …
  Parts,    // x[k].append(…): containers in it
};

// Who sees the container that is read at `read`. Giving it to the call `factory`, which makes
// the hook, shows it to nobody. Errs to more.
Audience audience_of_read(const SemanticModel& model, NodeId read, Filled filled, NodeId factory);

// Functions that only compute: nothing tells that a hook has called them, and they keep nothing.
// Those that draw random numbers, or switch something, tell.
bool is_pure_function(const SemanticModel& model, NodeId callee);

}  // namespace mlfix
