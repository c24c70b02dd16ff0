// Whether gradients are recorded where code runs (SemanticModel::grad_mode).
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

// Enabled: gradients are recorded on some run. Disabled: on no run that the file
// shows, and no other is possible. Unknown: anything else.
enum class GradMode : std::uint8_t { Enabled, Disabled, Unknown };
struct GradState {
  GradMode mode = GradMode::Unknown;
  NodeId because = kNoNode;  // with statement, decorator, call or caller that decides
};

}  // namespace mlfix
