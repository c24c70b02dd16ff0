// Functions and methods of tensors whose result may be a view: by their last word, `view`
// of x.view(-1) and of torch.view.
#pragma once

#include <string_view>

#include "semantic/semantic_model.h"

namespace mlfix {

// Does a function of the file give the part, as a view of a tensor of its own: x.narrow(0, a, n)?
// Where it makes one, or kNoNode. A list of such parts keeps all of those tensors.
NodeId view_made_for(const SemanticModel& model, NodeId part);

inline bool is_view(const SemanticModel& model, std::string_view word) {
  return model.means(Meaning::WholeView, word) || model.means(Meaning::OtherView, word);
}

}  // namespace mlfix
