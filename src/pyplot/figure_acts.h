// What a call does to the figures that pyplot keeps, by the knowledge tables and by names.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Bits; a call of a function of the file may have several.
enum FigureAct : unsigned {
  kOpensFigure = 1u << 0,     // certainly a new figure, which is current from here on
  kSwitchesFigure = 1u << 1,  // another figure may be current from here on
  kDrawsFigure = 1u << 2,     // reads or changes the figure that was current before
  kSavesFigure = 1u << 3,     // … writes it to a file
  kListsFigures = 1u << 4,    // sees all open figures: plt.get_fignums()
  kClosesFigure = 1u << 5,
  kClearsFigure = 1u << 6,
  kInteracts = 1u << 7,     // somebody looks at a window
  kMightPlot = 1u << 8,     // by its name only: a plot of seaborn, pandas, unknown code
  kShowsFigures = 1u << 9,  // shows all open figures: plt.show()
  kClosesGiven = 1u << 10,  // closes the figure that it is given: writer.add_figure("a", fig)
};

constexpr unsigned kMeetsAllFigures = kListsFigures | kShowsFigures;

// What a call of pyplot itself, or of a library that plots, does; 0 for all others.
unsigned library_acts(const SemanticModel& model, NodeId call);

// What a call of code that is not in the file does, at least by its name.
unsigned acts_of_outside_code(const SemanticModel& model, NodeId call);

// Could a call that opens a figure find one of that number instead?
bool may_be_numbered(const SemanticModel& model, NodeId call);

// Does another call of the file ask for a figure by a number, and no title? It may be the number
// that pyplot gives this one. The first question is linear in the file.
bool is_number_asked_for(const SemanticModel& model, NodeId call);

}  // namespace mlfix
