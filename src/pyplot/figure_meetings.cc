// Callers are followed a few steps up. Functions that neither call nor are called count by
// what they may do at any time, which gives an assumption and no verdict.

#include "pyplot/figure_meetings.h"

#include <algorithm>
#include <vector>

#include "semantic/effects/background.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {

template <>
class Prover<Claim::FigureUndrawn> {
 public:
  static Proof<Claim::FigureUndrawn> proven() { return {}; }
};

namespace {

constexpr int kMaxMeetingCallers = 4;

}  // namespace

FigureMeetings::FigureMeetings(const SemanticModel& model, Figures& figures, NodeId scope)
    : model_(model), tree_(model.tree()), figures_(figures), scope_(scope) {}

bool FigureMeetings::is_met_behind(NodeId scope, NodeId at, NodeId after) {
  const FigureScene& scene = figures_.scene(scope);
  const std::size_t end = scene.events.size(), next = scene.index_of(after);
  if (scene.first_reached(model_, scene.met, next, end, after, at) < end) return true;
  // Around the loops: what is before it there runs after it, and all that lists figures.
  const std::size_t here = scene.index_of(std::min(at, after));
  const std::vector<NodeId> loops = model_.loops_of(at);
  return std::ranges::any_of(loops, [&](NodeId loop) {
    const std::size_t begin = scene.index_of(loop);
    const std::size_t over = scene.index_of(tree_.subtree_end(loop));
    return scene.met.first(begin, here, loop) < here ||
           scene.listed.first(begin, over, loop) < over;
  });
}

bool FigureMeetings::may_be_closed_in(NodeId scope, NodeId site) {
  const FigureScene& scene = figures_.scene(scope);
  if (!scene.closers.empty()) return true;
  const NodeId after = tree_.subtree_end(site);
  const std::size_t end = scene.events.size();
  const std::size_t here = scene.index_of(site), next = scene.index_of(after);
  if (scene.first_reached(model_, scene.closed, next, end, after, site) < end) return true;
  // What stands before it runs behind it where a loop comes again, or a caller does.
  const auto comes_again = [&](NodeId around) {
    return scene.closed.first(scene.index_of(around), here, around) < here;
  };
  return comes_again(scope) || std::ranges::any_of(model_.loops_of(site), comes_again);
}

bool FigureMeetings::is_met_by_callers() {
  if (!is_met_by_callers_) is_met_by_callers_ = is_met_by_callers_of(scope_, 0);
  return *is_met_by_callers_;
}

bool FigureMeetings::is_met_by_callers_of(NodeId function, int depth) {
  callers_.insert(function);
  if (function == tree_.root() || depth > kMaxMeetingCallers) return false;
  const FigureScene& own = figures_.scene(function);
  if (own.listed.first(0, own.events.size(), function) < own.events.size()) {
    return true;  // its next call lists what this one has left open
  }
  return std::ranges::any_of(model_.call_sites(function).calls, [&](NodeId site) {
    const NodeId caller = model_.function_of(site);
    const NodeId scope = caller == kNoNode ? tree_.root() : caller;
    return is_met_behind(scope, site, tree_.subtree_end(site)) || may_be_closed_in(scope, site) ||
           (!callers_.contains(scope) && is_met_by_callers_of(scope, depth + 1));
  });
}

bool FigureMeetings::is_related(NodeId function, int depth) {
  const auto& sites = model_.call_sites(function).calls;
  return callers().contains(function) ||
         (depth < kMaxMeetingCallers && !sites.empty() &&
          std::all_of(sites.begin(), sites.end(), [&](NodeId site) {
            const NodeId caller = model_.function_of(site);
            return caller == scope_ || (caller != kNoNode && is_related(caller, depth + 1));
          }));
}

Answer<Claim::FigureUndrawn> FigureMeetings::undrawn() {
  const auto assumed = [](std::string text, NodeId at = kNoNode) {
    return Assumption{AssumptionKind::FigureNotAwaited, std::move(text), at};
  };
  const auto meets = [&](NodeId scope, unsigned acts) {
    return (acts & (kDrawsFigure | kMeetsAllFigures)) != 0 && !is_related(scope, 0);
  };
  const auto doubt_about = [&](NodeId scope, unsigned acts) {
    return assumed((acts & kMeetsAllFigures) != 0
                       ? "nobody wants to see the figure when the file shows others"
                       : "no other function of the file draws in it",
                   scope);
  };
  for (const NodeId function : figures_.drawing_functions()) {
    const unsigned acts = figures_.summary(function) & ~unsigned{kMightPlot};
    if (meets(function, acts)) return doubt_about(function, acts);
  }
  const FigureScene& scene = figures_.scene(tree_.root());
  if (!callers().contains(tree_.root()) && scene.last_foreign >= 0) {
    const FigureEvent& event = scene.events[static_cast<std::size_t>(scene.last_foreign)];
    const unsigned acts = event.acts & (is_renewed(event, tree_.root()) ? kMeetsAllFigures : ~0u);
    if (meets(tree_.root(), acts)) return doubt_about(tree_.root(), acts);
  }
  if (hands_on_pyplot(model_)) {
    return assumed("no function that is called by a computed name draws");
  }
  const ProjectPlace& place = model_.place();
  if (place.project != nullptr && place.file != kNoFile &&
      place.project->companions_draw(place.file)) {
    return assumed("no other file of the program draws in it, or shows all figures");
  }
  return Prover<Claim::FigureUndrawn>::proven();
}

}  // namespace mlfix
