// The value-flow engine's policy for figures: does anybody need a figure of matplotlib after
// it was drawn? Followed are the figure, its axes and what is drawn in them; what a figure
// gives away of itself for good (numbers, pixels) is none of it.
#pragma once

#include <string_view>

#include "semantic/control/consumer.h"
#include "semantic/flow/value_flow.h"

namespace mlfix {

class SemanticModel;

class FigureFlow final : public FlowPolicy {
 public:
  static constexpr Sink kSaved = own_sink(0);        // written to a file, or turned into pixels
  static constexpr Sink kShown = own_sink(1);        // in a window
  static constexpr Sink kHandedOut = own_sink(2);    // returned, or given on for good
  static constexpr Sink kClosedThere = own_sink(3);  // by whoever it is given to

  FlowMemory& memory(const SemanticModel& model) const override;
  bool shares_answers() const override { return false; }
  void attribute_read(ValueFlow& flow, const Consumer& consumer, Part part) const override;
  void attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view name) const override;
  void method_called(ValueFlow& flow, NodeId value, const Consumer& consumer,
                     Part part) const override;
  void given_to_library(ValueFlow& flow, NodeId value, const Consumer& consumer,
                        Part part) const override;
  void returned_by(ValueFlow& flow, NodeId function, NodeId statement) const override;
};

// Why somebody else may need a figure of that reach later; "" when nobody does.
std::string_view why_needed_later(const Reach& reach);

}  // namespace mlfix
