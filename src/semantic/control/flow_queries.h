// In which order the parts of a function run: what is certain to have run, what is certain
// to run, what may.
//
// Nodes are statements, clauses or expressions. A statement *has run* when control is past
// it, a compound one with all that is in it; it *runs* when it begins. Of two parts of one
// statement nothing is known, but that they may run in any order. Parts of different
// functions are never in a certain order, but for a lambda: what dominates it dominates its
// body. Dead code is dominated by nothing.
//
// The graph of a function is made when the first question about it is asked, and kept with
// the model; then questions are constant, up to the depth of scopes and the copies of `finally`
// clauses, if nothing else is said. They spend the model's work.
#pragma once

#include "semantic/control/flow_graph.h"

namespace mlfix {

class SemanticModel;

// Has `a` run on every path on which `b` begins? Errs to false.
bool dominates(const SemanticModel& model, NodeId a, NodeId b,
               Exceptions exceptions = Exceptions::Handled);

// Does `a` run, uninterrupted, on every path on from where `b` has run, until the function ends? A
// generator may end at any yield, a loop ends that something leads out of. Errs to false.
bool post_dominates(const SemanticModel& model, NodeId a, NodeId b,
                    Exceptions exceptions = Exceptions::Handled);

// Does each run of `a` bring one run of `b` after it, and the other way round? What serves `a`
// can stand beside `b` then. Errs to false.
bool control_equivalent(const SemanticModel& model, NodeId a, NodeId b,
                        Exceptions exceptions = Exceptions::Handled);

// May `b` run when `a`, or a part of it, has, in the same run of the function? Errs to true,
// so also for parts of different functions. Linear in the blocks between the two at worst,
// and constant where one of them is always on the way.
bool may_run_after(const SemanticModel& model, NodeId a, NodeId b);

// The innermost loop statement or comprehension that may run `n` several times in one run of
// itself, or kNoNode: not one whose every iteration that gets to `n` is the last.
NodeId loop_that_repeats(const SemanticModel& model, NodeId n);

// May control get past the statement? Errs to true.
bool may_complete(const SemanticModel& model, NodeId statement);

// Once `first` begins, is control certain to get past `last`, an equal or later statement of
// the same block? Errs to false.
bool always_completes(const SemanticModel& model, NodeId first, NodeId last,
                      Exceptions exceptions = Exceptions::Handled);

// Has `n` run whenever control is past `statement`, which is of the same function? True where
// control never is. Errs to false.
bool has_run_behind(const SemanticModel& model, NodeId n, NodeId statement);

// May control leave the loop, once an iteration has begun, other than by the loop's own end:
// by break, return, raise, a call that ends the program, or a yield that is never resumed?
// Errs to true.
bool may_leave_early(const SemanticModel& model, NodeId loop);

}  // namespace mlfix
