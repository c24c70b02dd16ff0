// The value-flow engine's policy for what has to be given back: does anybody do so, and who
// else gets it? Followed are the resource and what its methods and attributes give; of a path
// also the texts and paths that are made of it.
#pragma once

#include "semantic/control/consumer.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/knowledge.h"

namespace mlfix {

class SemanticModel;

class ReleaseFlow final : public FlowPolicy {
 public:
  static constexpr Sink kReleased = own_sink(0);  // or given to code that may do so
  static constexpr Sink kShown = own_sink(1);     // a path that somebody is told of
  static constexpr Sink kLent = own_sink(2);      // a path that code out of sight is given

  // `resource` must outlive the policy and the model.
  explicit ReleaseFlow(const ResourceInfo& resource) : resource_(resource) {}

  FlowMemory& memory(const SemanticModel& model) const override;
  bool shares_answers() const override { return false; }
  void looked_at(ValueFlow& flow, NodeId value, const Consumer& consumer) const override;
  void attribute_read(ValueFlow& flow, const Consumer& consumer, Part part) const override;
  void attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view name) const override;
  void method_called(ValueFlow& flow, NodeId value, const Consumer& consumer,
                     Part part) const override;
  void given_to_library(ValueFlow& flow, NodeId value, const Consumer& consumer,
                        Part part) const override;

 private:
  bool gives_back(const SemanticModel& model, NodeId expr) const;
  void path_given(ValueFlow& flow, NodeId call, std::string_view word) const;

  const ResourceInfo& resource_;
};

}  // namespace mlfix
