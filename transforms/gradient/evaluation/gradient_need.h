// Who needs gradients in a stretch of statements.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "semantic/semantic_model.h"
#include "torch/graph/graph_fate.h"

namespace mlfix {

// Why the span must keep its gradients, or "". `harmless` is not looked at.
std::string_view needs_gradients(const SemanticModel& model, Span span,
                                 std::optional<Effect> harmless = std::nullopt);

// What must be assumed to run the span without gradients, or "" when nothing
// has to be. `made` are the statements in it that run the model.
std::string assumption(const SemanticModel& model, Span span, Span made);

}  // namespace mlfix
