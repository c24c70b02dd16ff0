// Functions and methods of tensors whose result may be a view: by their last word, `view`
// of x.view(-1) and of torch.view.
#pragma once

#include <string_view>

#include "semantic/semantic_model.h"

namespace mlfix {

inline bool is_view(const SemanticModel& model, std::string_view word) {
  return model.means(Meaning::WholeView, word) || model.means(Meaning::OtherView, word);
}

}  // namespace mlfix
