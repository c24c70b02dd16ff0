// What callers give to a function, as far as graphs go.
//
// A function says little of its parameters: `def update(self, loss)` may get a number or what is
// left of a whole forward pass. Those who call it say more, in this file and in others. Only calls
// that run this very function count, and one is enough for a sign. Callers are asked once for each
// parameter, about what their own file shows; none is asked what its callers give in turn, but
// those of this file.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is what keeps the value told, and cut, elsewhere: where the function is called, as it keeps what
// it is given and does not give it back, or where it puts the value that it does give back?
bool is_told_elsewhere(const SemanticModel& model, NodeId expr);

// Is the value made of a parameter that a caller gives a value with a graph, where gradients are
// on? For signs: another caller may give none.
bool is_made_of_given_graph(const SemanticModel& model, NodeId expr);

// Moreover, does that caller differentiate what it gives, or what it makes of it?
bool is_made_of_trained_graph(const SemanticModel& model, NodeId expr);

// Do calls of other files alone give something to the parameter, all of them seen, and is it data
// each time (see data_value.h)?
bool is_given_data_elsewhere(const SemanticModel& model, NodeId parameter);

}  // namespace mlfix
