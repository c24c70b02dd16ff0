// Which nodes keep a value beyond the call of the function that runs them: stores
// into attributes, items, globals and containers that were there before the call.
//
// Code that is run without gradients keeps values without a graph, and whoever
// differentiates them later gets an error or, worse, no gradient. So the question
// here is not where the value goes on to, which is the flow's, but whether there
// is such a place at all.
#pragma once

#include "semantic/effects/handing.h"
#include "semantic/knowledge/effect.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does running `n` keep a value that may carry a graph where it outlives the call of the
// function around it, and where somebody may need the graph? Then the effect that says so:
// MayNeedGraph, or where the value is made of the function's arguments alone, KeepsGiven or
// KeepsForGood; else 0. Errs to the former: an object is local only when it is made here. The
// attributes that a constructor gives to its own `self` don't count, nor what the same `with` takes
// back. Follows the reads of the attribute.
EffectBits keeping_of(const SemanticModel& model, NodeId n);

// What the call hands to the function of the file, or of another one, that it runs.
Handing handing_of(const SemanticModel& model, NodeId call);

// Does a decorator of the function keep its results (functools.cache and its kin)?
bool keeps_results(const SemanticModel& model, NodeId function);

// Is the function a generator of which a local may have a graph of its own (that of a weight, not
// one that came in by an argument), and lives across a `yield`? Whoever resumes the generator gets
// what it computed in the mode of whoever ran it before. Errs to true: the order is that of the
// text, and of the loops around the `yield`. Linear in the uses of the locals, times the yields.
bool keeps_graph_over_yield(const SemanticModel& model, NodeId function);

}  // namespace mlfix
