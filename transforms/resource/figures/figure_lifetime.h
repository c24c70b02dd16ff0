// How long the code that makes a figure needs it, and who else may.
#pragma once

#include <string>
#include <string_view>

#include "semantic/obligation/extent.h"
#include "semantic/verdict/verdict.h"
#include "transforms/resource/figures/figures.h"

namespace mlfix {

struct FigureLife {
  // Why the figure is to be left alone; when it is not "", the rest says nothing.
  std::string_view fact;
  Extent extent;           // without `last`: it has no end that an edit could use
  std::string name;        // the variable that holds the figure, "" when none does
  bool is_current = true;  // … and no other figure may be current at the end
  bool is_first = true;    // of the figures that branches make, one of which exists
  NodeId again = kNoNode;  // the loop that makes one figure more each time, if it is seen
  Verdict verdict;         // on closing it behind `last`
};

// Of the figure that `call` (which opens one) makes.
FigureLife life_of_figure(const SemanticModel& model, Figures& figures, NodeId call);

// Of the figure that `call` draws in, the first use of pyplot in an iteration or
// in a function that opens no figure itself.
FigureLife life_of_implicit_figure(const SemanticModel& model, Figures& figures, NodeId call);

}  // namespace mlfix
