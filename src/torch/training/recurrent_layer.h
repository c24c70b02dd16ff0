// What recurrent layers keep between their calls.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// An LSTM keeps a tuple, the others a tensor. Either: one of both, but nothing says
// which. Unknown: perhaps a list of such states.
enum class StateKind : std::uint8_t { Unknown, Tensor, Tuple, Either };

// What the state is that `call`, which runs a module, is given as `state`.
StateKind kind_of_state(const SemanticModel& model, NodeId call, NodeId state);

}  // namespace mlfix
