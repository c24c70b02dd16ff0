// The value-flow engine's policy for graphs: where does a tensor get to together with its
// graph, and does autograd still need it there? See value_flow.h.
#pragma once

#include "semantic/flow/value_flow.h"

namespace mlfix {

class GraphFlow final : public FlowPolicy {
 public:
  // reaches backward() or autograd.grad(), or may
  static constexpr Sink kDifferentiated = own_sink(0);
  // returned from forward() of a module
  static constexpr Sink kForwardOutput = own_sink(1);
  // printed, logged, shown or saved in a form that tells that it has a graph
  static constexpr Sink kRevealed = own_sink(2);
  // used in a way that may tell it from what detach() makes of it: any that is not known to look
  // at its numbers alone (told_apart.h)
  static constexpr Sink kToldApart = own_sink(3);
  // given other numbers in place, of which its graph is told
  static constexpr Sink kOverwritten = own_sink(4);
  // given another shape or other memory in place, which what detach() makes of it has not
  static constexpr Sink kRelaid = own_sink(5);
  // given to code that can't be seen and that gives nothing back: it is there to keep the value,
  // or to do something with it
  static constexpr Sink kHandedOver = own_sink(6);
  // given to an object that can't be seen, by its methods or when it is called: neither a module
  // nor a function of a library, whose name would tell what it does
  static constexpr Sink kGivenToObject = own_sink(7);

  FlowMemory& memory(const SemanticModel& model) const override;
  const Reach* elsewhere(const ProjectCode& code, const ParameterSummary& parameter) const override;
  void written(ValueFlow& flow, NodeId value) const override;
  void looked_at(ValueFlow& flow, NodeId value, const Consumer& consumer) const override;
  void placed(ValueFlow& flow, NodeId value, NodeId display) const override;
  void stored(ValueFlow& flow, NodeId target) const override;
  bool ends_at_operator(ValueFlow& flow, NodeId value, NodeId operation, Part part) const override;
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

// The way of the value of an expression to where it is differentiated.
WaySteps way_to_backward(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
