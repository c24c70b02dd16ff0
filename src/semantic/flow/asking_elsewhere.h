// Whether a model may ask what functions of other files do.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// Not where there is no project, nor where a summary is being made: none rests on another, so
// that no answer depends on the order of questions.
inline bool may_ask_elsewhere(const SemanticModel& model) {
  return model.place().project != nullptr && !model.place().names_only;
}

}  // namespace mlfix
