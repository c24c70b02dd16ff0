// Other code that may meet a figure: what runs later and uses pyplot's current figure, or
// shows all figures that are open.
#pragma once

#include <optional>
#include <set>

#include "pyplot/figures.h"
#include "semantic/verdict/proof.h"

namespace mlfix {

class SemanticModel;

class FigureMeetings {
 public:
  // The figures made in `scope`, a function or the module. The model and `figures` must
  // outlive it.
  FigureMeetings(const SemanticModel& model, Figures& figures, NodeId scope);

  // Does code of `scope` that runs after `at` was left for good (it is over at the
  // node `after`) use the figure that is current then, or show all of them?
  bool is_met_behind(NodeId scope, NodeId at, NodeId after);

  // The same of all callers, and theirs, after their calls; closing all figures counts, too.
  bool is_met_by_callers();
  // The scope and the callers, up to the first that meets a figure.
  const std::set<NodeId>& callers() { return is_met_by_callers(), callers_; }

  // Do functions that are no callers, which may draw in whatever figure is current, or show
  // all, leave it alone?
  Answer<Claim::FigureUndrawn> undrawn();

 private:
  bool is_met_by_callers_of(NodeId function, int depth);
  // May the scope close what its call at `site` has left open: by another name than its own, or as
  // the current figure when it has not opened one since?
  bool may_be_closed_in(NodeId scope, NodeId site);
  bool is_related(NodeId function, int depth);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  Figures& figures_;
  NodeId scope_;
  std::optional<bool> is_met_by_callers_;
  std::set<NodeId> callers_;
};

}  // namespace mlfix
