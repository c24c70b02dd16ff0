// The value-flow engine's policy for graphs: where does a tensor get to together with its
// graph, and does autograd still need it there? See value_flow.h.
#pragma once

#include <utility>
#include <vector>

#include "semantic/control/consumer.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/value_flow.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

class GraphFlow : public FlowPolicy, public GraphSinks {
 public:
  FlowMemory& memory(const SemanticModel& model) const override;
  const Reach* elsewhere(const ProjectCode& code, const ParameterSummary& parameter) const override;
  Part part_asked_about(const SemanticModel& model, NodeId expr) const override;
  void written(ValueFlow& flow, NodeId value) const override;
  void looked_at(ValueFlow& flow, NodeId value, const Consumer& consumer) const override;
  void placed(ValueFlow& flow, NodeId value, NodeId display) const override;
  void stored(ValueFlow& flow, NodeId target) const override;
  bool ends_at_operator(ValueFlow& flow, NodeId value, NodeId operation, Part part) const override;
  bool ends_at_name(ValueFlow& flow, DefId name) const override;
  bool ends_in_result(ValueFlow& flow, NodeId value, NodeId operation, Part part) const override;
  bool ends_at_item(ValueFlow& flow, NodeId value, NodeId subscript, Part part) const override;
  void attribute_read(ValueFlow& flow, const Consumer& consumer, Part part) const override;
  void attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view name) const override;
  bool is_kept_in_attribute(std::string_view name) const override;
  void method_called(ValueFlow& flow, NodeId value, const Consumer& consumer,
                     Part part) const override;
  bool ends_at_call(ValueFlow& flow, const Consumer& consumer) const override;
  void given_to_library(ValueFlow& flow, NodeId value, const Consumer& consumer,
                        Part part) const override;
  void returned_by(ValueFlow& flow, NodeId function, NodeId statement) const override;
  std::string told(const SemanticModel& model, Sink sink, NodeId at) const override;
};

// The same where the blocks `dead` do not run, as when the condition in front of them is false.
// Has a memory of its own, for one file: to be used for all questions about the same blocks.
class GraphFlowWithout final : public GraphFlow {
 public:
  GraphFlowWithout(const SyntaxTree& tree, const std::vector<NodeId>& dead);  // in source order
  FlowMemory& memory(const SemanticModel&) const override { return memory_; }
  bool runs(NodeId expr) const override;

 private:
  std::vector<std::pair<NodeId, NodeId>> dead_;  // first node, end; disjoint
  mutable FlowMemory memory_;
};

// The way of the value of an expression to where it is differentiated.
WaySteps way_to_backward(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
