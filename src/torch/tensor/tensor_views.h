// Which calls give a tensor that shows the memory of another, and which write into one.
#pragma once

#include <string_view>

#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {

// May the result of a function or method of tensors be a view? By its last word, `view` of
// x.view(-1) and of torch.view.
inline bool may_give_view(const SemanticModel& model, std::string_view word) {
  return model.means(Meaning::WholeView, word) || model.means(Meaning::OtherView, word);
}

// Is the call told to write into a tensor that is there: out=x, inplace=True?
inline bool is_told_where_to_write(const SemanticModel& model, NodeId call) {
  return model.argument(call, -1, "out") != kNoNode ||
         model.argument(call, -1, "inplace") != kNoNode;
}

// Does a function of the file give the part, as a view of a tensor of its own: x.narrow(0, a, n)?
// Where it makes one, or kNoNode. Who keeps such parts keeps all of those tensors.
NodeId view_made_for(const SemanticModel& model, NodeId part);

}  // namespace mlfix
