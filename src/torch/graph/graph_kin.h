// Has a value its graph in common with one that is differentiated?
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the value made, by what hands graphs on, of something that a backward pass of the same
// function differentiates, too: `emb.mean(0)` beside loss = criterion(head(emb), y) and
// loss.backward()? What is differentiated has a graph, and so has what both are made of, as far as
// names and modules suggest that it may have one. Operations of tables, functions of the run that
// give back what they are given, attributes and items are looked through; and what a function of
// the run returns beside a loss that it makes of all of it, `return ce + reg, {"ce": ce, "reg":
// reg}`, or in one dict with it. Bounded by the steps of one question.
bool shares_differentiated_graph(const SemanticModel& model, NodeId expr);

// The first backward pass that differentiates such a value, or kNoNode: there is none in the scope
// where that value is a framework's to differentiate.
NodeId pass_over_kin(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
