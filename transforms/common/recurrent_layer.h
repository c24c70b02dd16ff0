// What recurrent layers keep between their calls.
#pragma once

#include <cstdint>

#include "semantic/semantic_model.h"

namespace mlfix {

// An LSTM keeps a tuple, the others a tensor.
enum class StateKind : std::uint8_t { Unknown, Tensor, Tuple };

// What the state is that `call`, which runs a module, is given as `state`.
StateKind kind_of_state(const SemanticModel& model, NodeId call, NodeId state);

}  // namespace mlfix
