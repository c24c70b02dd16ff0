#include "torch/tensor/tensor_views.h"

#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/literal_number.h"

namespace mlfix {

bool may_give_view(const SemanticModel& model, std::string_view word) {
  return model.means(Meaning::WholeView, word) || model.means(Meaning::OtherView, word);
}

bool is_told_where_to_write(const SemanticModel& model, NodeId call) {
  return model.argument(call, -1, "out") != kNoNode ||
         model.argument(call, -1, "inplace") != kNoNode;
}

namespace {

// Does the value have fewer items than the tensor whose memory it keeps?
bool is_part_of_tensor(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(value, Kind::Subscript)) return model.facts(value).may_be(Fact::Tensor);
  return tree.is(value, Kind::Call) && model.means(Meaning::OtherView, model.method_name(value));
}

}  // namespace

NodeId view_made_for(const SemanticModel& model, NodeId part) {
  const NodeId call = assigned_value(model, part);
  const NodeId function = model.tree().is(call, Kind::Call) ? model.callee(call) : NodeId{kNoNode};
  if (function == kNoNode) return kNoNode;
  for (const NodeId given : model.returned_values(function)) {
    const NodeId value = assigned_value(model, given);
    if (is_part_of_tensor(model, value)) return value;
  }
  return kNoNode;
}

}  // namespace mlfix
