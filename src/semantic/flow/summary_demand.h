// Whether an answer would be better with summaries of functions in other files.
#pragma once

namespace mlfix {

// A note of the model: a value was given to a function of another file, of which a model that
// knows names only can't say what it does. Somebody who may ask for summaries asks again.
struct SummaryDemand {
  bool wanted = false;
};

}  // namespace mlfix
