// What belongs to one figure: the names of the figure, of its axes and of what is
// drawn in them, every read of these, and where they go.
#pragma once

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "transforms/resource/figures/figure_flow.h"

namespace mlfix {

class FigureFamily {
 public:
  // `scope`: the def or module that makes the figure.
  FigureFamily(const SemanticModel& model, NodeId scope)
      : model_(model), scope_(scope), flow_(model, policy_) {}

  // Follows the value of an expression that is the figure, or a part of it.
  void add_value(NodeId expr);

  const std::set<DefId>& definitions() const { return definitions_; }
  bool has_any(const std::set<DefId>& some) const {
    return std::ranges::any_of(definitions_, [&](DefId d) { return some.contains(d); });
  }
  // Identifiers in `scope` that stand for something of the figure.
  const std::vector<NodeId>& reads() const { return reads_; }
  bool is_saved() const { return reach_.has(FigureFlow::kSaved); }
  // Why somebody else may need the figure later; "" when nobody does.
  std::string_view escape() const;
  // Code that can't be seen and is given the figure, "" when there is none.
  std::string_view given_to() const;
  // Is some name of the family bound elsewhere too: by a branch, or before?
  bool merges_with_others(const std::set<DefId>& others) const;

 private:
  void add_definition(DefId d);

  const SemanticModel& model_;
  const NodeId scope_;
  const FigureFlow policy_;
  ValueFlow flow_;
  Reach reach_;
  std::size_t entered_ = 0;  // of the definitions that were reached
  std::set<DefId> definitions_;
  std::vector<NodeId> reads_;
  bool is_global_ = false;
};

}  // namespace mlfix
