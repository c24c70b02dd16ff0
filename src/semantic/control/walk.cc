// See walk.h.

#include "semantic/control/walk.h"

#include "semantic/semantic_model.h"

namespace mlfix {

NodeId scope_body(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  return function == kNoNode ? model.tree().root() : model.tree().child(function, Field::Body);
}

}  // namespace mlfix
