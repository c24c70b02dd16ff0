// pyplot as the state machine it is: what a call does to the figures that pyplot
// keeps, and which calls of a scope act on the figure that is current.
//
// pyplot is told apart by its qualified name, through every alias; functions of
// the file stand for what they do in their turn.
#pragma once

#include <map>
#include <vector>

#include "semantic/semantic_model.h"

namespace mlfix {

// Bits; a call of a function of the file may have several.
enum FigureAct : unsigned {
  kOpensFigure = 1u << 0,     // certainly a new figure, which is current from here on
  kSwitchesFigure = 1u << 1,  // another figure may be current from here on
  kDrawsFigure = 1u << 2,     // reads or changes the figure that was current before
  kSavesFigure = 1u << 3,     // … writes it to a file
  kListsFigures = 1u << 4,    // sees all open figures: plt.show()
  kClosesFigure = 1u << 5,
  kClearsFigure = 1u << 6,
  kInteracts = 1u << 7,  // somebody looks at a window
  kMightPlot = 1u << 8,  // by its name only: a plot of seaborn, pandas, unknown code
};

struct FigureEvent {
  NodeId call = kNoNode;
  unsigned acts = 0;
};

// What a call of pyplot itself, or of a library that plots, does; 0 for all others.
unsigned library_acts(const SemanticModel& model, NodeId call);

// Could a call that opens a figure find one of that number instead?
bool may_be_numbered(const SemanticModel& model, NodeId call);

class Figures {
 public:
  explicit Figures(const SemanticModel& model) : model_(model) {}

  // What `call` does, those of its arguments excluded. 0: nothing to figures.
  unsigned acts_of(NodeId call);
  // The calls of a scope (a def or the module) that do something, in source
  // order; without those in functions nested in it.
  const std::vector<FigureEvent>& events(NodeId scope);
  // What a call of `function` does. Draws only if it does not open the figure
  // it draws in.
  unsigned summary(NodeId function);
  // Was a new figure certainly opened between `from` and `event`?
  bool is_renewed(NodeId scope, NodeId from, NodeId event);
  // Is somebody looking: an interactive mode, an animation, notebook cells?
  bool interactive();

 private:
  const SemanticModel& model_;
  std::map<NodeId, std::vector<FigureEvent>> events_;
  std::map<NodeId, unsigned> summaries_;
};

// Can control get from `from` to the later `to` of the same function, without
// going around a loop? Errs to true.
bool may_follow(const SemanticModel& model, NodeId from, NodeId to);

}  // namespace mlfix
