// Callers are followed a few steps up. Functions that neither call nor are called count by
// what they may do at any time, which gives an assumption and no verdict.

#include "transforms/resource/figures/figure_meetings.h"

#include <algorithm>
#include <vector>

namespace mlfix {
namespace {

constexpr int kMaxCallers = 4;

}  // namespace

bool FigureMeetings::is_met_behind(NodeId scope, NodeId at, NodeId behind) {
  const std::vector<NodeId> loops = model_.loops_of(at);
  for (const FigureEvent& event : std::vector(figures_.events(scope))) {
    const bool lists = (event.acts & kListsFigures) != 0;
    if (!lists && (event.acts & kDrawsFigure) == 0) {
      continue;
    }
    if (event.call >= behind) {
      if (may_follow(model_, at, event.call) &&
          (lists || !figures_.is_renewed(scope, behind, event.call))) {
        return true;
      }
      continue;
    }
    for (const NodeId loop : loops) {
      const bool around = tree_.contains(loop, event.call) && event.call < at;
      if (around && (lists || !figures_.is_renewed(scope, loop, event.call))) {
        return true;
      }
    }
  }
  return false;
}

bool FigureMeetings::is_met_by_callers(NodeId function, int depth) {
  callers_.insert(function);
  if (function == tree_.root() || depth > kMaxCallers) {
    return false;
  }
  for (const NodeId site : model_.call_sites(function).calls) {
    const NodeId caller = model_.function_of(site);
    const NodeId scope = caller == kNoNode ? tree_.root() : caller;
    if (is_met_behind(scope, site, tree_.subtree_end(site))) {
      return true;
    }
    const auto& events = figures_.events(scope);
    if (std::any_of(events.begin(), events.end(),
                    [](const FigureEvent& e) { return (e.acts & kClosesFigure) != 0; })) {
      return true;
    }
    if (!callers_.contains(scope) && is_met_by_callers(scope, depth + 1)) {
      return true;
    }
  }
  return false;
}

bool FigureMeetings::is_related(NodeId function, int depth) {
  const auto& sites = model_.call_sites(function).calls;
  return callers_.contains(function) ||
         (depth < kMaxCallers && !sites.empty() &&
          std::all_of(sites.begin(), sites.end(), [&](NodeId site) {
            const NodeId caller = model_.function_of(site);
            return caller == scope_ || (caller != kNoNode && is_related(caller, depth + 1));
          }));
}

std::string FigureMeetings::assumption() {
  std::string assumption;
  const auto note = [&](NodeId scope, unsigned acts) {
    if ((acts & (kDrawsFigure | kListsFigures)) != 0 && !is_related(scope, 0)) {
      assumption = (acts & kListsFigures) != 0
                       ? "nobody wants to see the figure when the file shows others"
                       : "no other function of the file draws in it";
    }
  };
  for (NodeId n = 0; n < tree_.size() && assumption.empty(); ++n) {
    if (tree_.is(n, Kind::FunctionDefinition) || tree_.is(n, Kind::Lambda)) {
      note(n, figures_.summary(n) & ~unsigned{kMightPlot});
    }
  }
  if (assumption.empty() && !callers_.contains(tree_.root())) {
    for (const FigureEvent& event : std::vector(figures_.events(tree_.root()))) {
      const bool own = figures_.is_renewed(tree_.root(), tree_.root(), event.call);
      note(tree_.root(), event.acts & (own ? kListsFigures : ~0u));
    }
  }
  return assumption;
}

}  // namespace mlfix
