// Places that live longer than one iteration: variables that a loop carries,
// attributes, entries of containers, and what a method does with its parameter.
#pragma once

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the read at `read` see what the definition `def` of the same variable gave
// in an earlier iteration of `loop`, other updates on the way included?
bool is_carried(const SemanticModel& model, NodeId read, NodeId loop, DefId def);

// Is the name bound outside of the loop that it is read in?
bool is_bound_outside(const SemanticModel& model, NodeId name, NodeId loop);

// Is it a module, at least by its name, or a part of one: model[1].layer4? Linear in the chain.
bool may_be_part_of_module(const SemanticModel& model, NodeId expr);

// Does the call run in a loop, around it in its function, or for each request to a server, on a
// module, or a part of one, that outlives the iterations or requests? The call may be of anything.
bool is_repeated_on_module(const SemanticModel& model, NodeId call);

// The identifier of the parameter that takes `argument` in a call of a function
// of this file, or kNoNode. Methods are taken to be called through an instance.
NodeId parameter_of_argument(const SemanticModel& model, NodeId call, NodeId argument);

// Does the object or variable that the place `target` (a name, `self.total`,
// `sums["loss"]`) belongs to exist before the innermost loop, or before the
// function where there is no loop, and is the place not reset before
// `statement` in every iteration?
bool outlives_iteration(const SemanticModel& model, NodeId target, NodeId statement);

// Does `target += …` change, in place, a tensor that may have another name: one
// that came in from outside, or that the place was set to before?
bool changes_shared_tensor(const SemanticModel& model, NodeId target, NodeId statement);

}  // namespace mlfix
