// Who holds what has to be given back: the names that may stand for it, and every read of them.
//
// The first half of an obligation. A kind of thing (a figure, a file, the handle of a hook) is
// described by a policy of the value-flow engine, which says what counts as the thing, what gives
// it back, and who may keep it: that is the Reach. The other half, how long it is needed and where
// it can be given back, is an Extent (extent.h).
//
// Errs to too many holders and reads: who asks then takes the thing to be needed for longer.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "semantic/binding/ids.h"
#include "semantic/flow/value_flow.h"

namespace mlfix {

class SemanticModel;

class Holders {
 public:
  // Of what the function or module `scope` gets. Model and policy must outlive it; the policy does
  // not share answers.
  Holders(const SemanticModel& model, const FlowPolicy& policy, NodeId scope)
      : model_(model), scope_(scope), flow_(model, policy) {}

  // Follows an expression whose value is the thing, or a part of it. Linear in the places that
  // it gets to.
  void add(NodeId expr);

  const Reach& reach() const { return reach_; }
  const std::set<DefId>& definitions() const { return definitions_; }
  // Identifiers of `scope` that stand for it, without those that are deleted.
  const std::vector<NodeId>& reads() const { return reads_; }
  // Does code outside of `scope`, or a function in it, read it?
  bool is_read_elsewhere() const { return is_read_elsewhere_; }
  // Is one of the names a global, which a function binds?
  bool is_global() const { return is_global_; }
  // May a name stand for something that is neither the thing, nor None, nor what one of `others`
  // is bound to?
  bool merges_with_more_than(const std::set<DefId>& others) const;

 private:
  void enter(DefId def);

  const SemanticModel& model_;
  const NodeId scope_;
  ValueFlow flow_;
  Reach reach_;
  std::size_t entered_ = 0;  // of the definitions that were reached
  std::set<DefId> definitions_;
  std::vector<NodeId> reads_;
  bool is_read_elsewhere_ = false;
  bool is_global_ = false;
};

// The identifier that is bound to what `call` gives, by `x = call` or `with call as x:`; else
// kNoNode.
NodeId name_of_result(const SemanticModel& model, NodeId call);

// Is the variable of `name` bound, or deleted, in [from, to)?
bool is_bound_between(const SemanticModel& model, NodeId name, NodeId from, NodeId to);

}  // namespace mlfix
