// Functions of the program that make a figure and give it to their callers:
//
//     def draw(values):
//         fig, ax = plt.subplots()
//         ax.plot(values)
//         return fig
//
// Each call of one opens a figure, which is the caller's to close.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class Figures;
class SemanticModel;

// What a call gives of a figure that the function it runs has opened.
struct FigureGiven {
  bool any = false;     // a new one with each call, which nobody else holds or closes
  bool saved = false;   // the function has saved it, on one way at least
  bool beside = false;  // in a tuple, as plt.subplots() gives it
};

// Of a call of a function of the file, or of one of another file whose figure the caller saves.
// Follows the figure through the function, once for each function of the file.
FigureGiven figure_given_by(const SemanticModel& model, Figures& figures, NodeId call);

}  // namespace mlfix
