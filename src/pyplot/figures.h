// pyplot as the state machine it is: what a call does to the figures that pyplot
// keeps, and which calls of a scope act on the figure that is current.
//
// pyplot is told apart by its qualified name, through every alias; functions of
// the file stand for what they do in their turn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "pyplot/figure_acts.h"
#include "pyplot/old_figures.h"

namespace mlfix {

class SemanticModel;
using DefId = std::uint32_t;  // binding/ids.h

struct FigureEvent {
  NodeId call = kNoNode;
  unsigned acts = 0;
  NodeId renewed_by = 0;   // the last call before it that certainly opened a figure; 0 for none
  bool names_own = false;  // it closes or clears a figure by the name that its scope gave it
};

enum class FigureViewer : std::uint8_t {
  None,
  OfCells,  // a script with cells, which an editor may run one by one
  Certain,  // an interactive mode, an animation, a notebook
};

// The calls of one scope that act on figures.
struct FigureScene {
  std::vector<FigureEvent> events;   // in source order
  OldFigures met;                    // by drawing in it, or by listing all
  OldFigures listed;                 // by listing all, other than to show them
  std::ptrdiff_t last_foreign = -1;  // the last event that meets figures made elsewhere
  OldFigures closed;                 // by close() or clf() that names none
  std::set<DefId> closed_names;      // definitions of figures that are closed by their name
  std::vector<NodeId> closers;       // what closes or clears something else
  std::set<DefId> opened_names;      // definitions in assignments that open a figure

  // The events in [begin, end).
  std::span<const FigureEvent> between(NodeId begin, NodeId end) const;
  // The first of the events [from, to) that `meeting`, one of those above, says to meet a figure
  // made at `made`, and that control may get to from `at`; `to` when there is none.
  std::size_t first_reached(const SemanticModel& model, const OldFigures& meeting, std::size_t from,
                            std::size_t to, NodeId made, NodeId at) const;
  // The index of the first event at `place` or after it.
  std::size_t index_of(NodeId place) const;
};

// What is known about a file's figures: one for a model, as SemanticModel::notes() keeps it.
class Figures {
 public:
  explicit Figures(const SemanticModel& model) : model_(model) {}

  // What `call` does, those of its arguments excluded. 0: nothing to figures.
  unsigned acts_of(NodeId call);
  // The calls of a scope (a def or the module) that do something, in source
  // order; without those in functions nested in it.
  const std::vector<FigureEvent>& events(NodeId scope) { return scene(scope).events; }
  const FigureScene& scene(NodeId scope);
  // What a call of `function` does to figures that it does not open itself. It draws in one only
  // where it opens none before, and closes one only where it is not its own.
  unsigned summary(NodeId function);
  // Is somebody looking, or may they?
  FigureViewer viewer();
  bool interactive() { return viewer() != FigureViewer::None; }
  // The functions and lambdas of the file that draw in a figure that was there before, or
  // list all; in source order.
  const std::vector<NodeId>& drawing_functions();

 private:
  unsigned acts_elsewhere(NodeId call) const;
  FigureViewer find_viewer() const;
  FigureScene make_scene(NodeId scope);
  void enter_closers(FigureScene& scene);

  const SemanticModel& model_;
  std::map<NodeId, FigureScene> scenes_;
  std::map<NodeId, unsigned> summaries_;
  std::optional<FigureViewer> viewer_;
  std::optional<std::vector<NodeId>> drawing_functions_;
};

// Does one of the events do any of these?
inline bool any_does(std::span<const FigureEvent> events, unsigned acts) {
  return std::ranges::any_of(events, [&](const FigureEvent& e) { return (e.acts & acts) != 0; });
}

// Was a new figure certainly opened between `from` and the event?
inline bool is_renewed(const FigureEvent& event, NodeId from) {
  return event.renewed_by > from;
}

// Can control get from `from` to the later `to` of the same function, without
// going around a loop? Errs to true.
bool may_follow(const SemanticModel& model, NodeId from, NodeId to);

}  // namespace mlfix
