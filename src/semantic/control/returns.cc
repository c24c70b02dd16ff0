// `return` and `return None` are the same, and say nothing of a value.

#include "semantic/control/returns.h"

#include <algorithm>

#include "semantic/semantic_model.h"

namespace mlfix {

bool returns_value(const SemanticModel& model, NodeId function) {
  if (model.is_generator(function)) return true;
  return std::ranges::any_of(model.returned_values(function),
                             [&](NodeId value) { return !model.tree().is(value, Kind::None); });
}

}  // namespace mlfix
