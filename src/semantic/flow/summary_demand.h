// Whether an answer would be better with summaries of functions in other files.
#pragma once

#include "semantic/semantic_model.h"

namespace mlfix {

// A note of the model: something was asked about a function of another file, of which a model
// that knows names only can't say what it does. Somebody who may ask for summaries asks again.
struct SummaryDemand {
  bool wanted = false;
};

// May other files be asked? Where the model knows names only, notes that somebody would have.
inline bool may_ask_elsewhere(const SemanticModel& model) {
  if (model.place().names_only) model.notes<SummaryDemand>().wanted = true;
  return model.place().project != nullptr && !model.place().names_only;
}

}  // namespace mlfix
