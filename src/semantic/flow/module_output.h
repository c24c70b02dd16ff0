// Does a value come out of a module or a loss? A module counts by its name, too: for signs of a
// graph, beside what facts prove.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is a link of the chain of methods and attributes that ends in `expr` one that
// leaves the graph, whatever the links are called on?
bool leaves_graph(const SemanticModel& model, NodeId expr);

// Does the call have arguments, none of them with a graph? What a loss makes of
// them has none; batches of data don't count, a module has parameters.
bool is_fed_without_graph(const SemanticModel& model, NodeId call);

// Is the value what a module or a loss gives, called with something that may
// carry a graph, or a method of one? False for calls of functions of the file.
bool comes_from_module(const SemanticModel& model, NodeId value);

// The same through names, arithmetic, displays, methods, and functions of libraries and of the
// file: may the value be made of what a module gives with its graph? Facts say whether it has one
// at all. Kept for each definition.
bool is_computed_from_module(const SemanticModel& model, NodeId expr);

// The same of gradients that were asked for with a graph of their own, by create_graph=True.
bool is_computed_from_gradient_with_graph(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
