// Which networks an optimizer was made for.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Are the optimizers, as they are written at the two places, made for modules that share nothing:
// by what their constructors are given, or by their names, where they came from elsewhere? Errs to
// false. For what is worth saying: names may lie.
bool optimize_apart(const SemanticModel& model, NodeId a, NodeId b);

// Is the optimizer made for the network, by what its only constructor is given; or for others
// alone, each of which is written there? Neither where that is not seen.
bool optimizes(const SemanticModel& model, NodeId optimizer, NodeId network);
bool optimizes_others(const SemanticModel& model, NodeId optimizer, NodeId network);

}  // namespace mlfix
