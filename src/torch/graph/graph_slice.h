// What a value is computed from: a slice backwards over assignments, phis
// included, as far as the autograd graph may follow.
#pragma once

#include <set>
#include <string_view>

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct GraphSlice {
  std::set<DefId> definitions;
  std::set<std::string_view> attributes;  // as written
  std::set<NodeId> values;                // the expressions that were assigned to them
  bool is_whole = true;                   // else there is more than was followed
};
// Kept: valid as long as the model is.
const GraphSlice& graph_slice_of(const SemanticModel& model, NodeId expr);

// The same without what is behind data (see data_value.h), which brings no graph, whatever it is
// made of.
const GraphSlice& graph_slice_before_data(const SemanticModel& model, NodeId expr);

// Is what `made` gives, by the names that it is bound to, mentioned in what `expr` is computed of,
// and each time detached, as far as all of that is followed? No where `expr` is kNoNode.
bool is_detached_on_the_way(const SemanticModel& model, NodeId made, NodeId expr);

}  // namespace mlfix
